import { orderOf, readDate } from './custom-field-dates.js';
import { numberParts, readNumber } from './custom-field-numbers.js';
import { foldOption, maxLongTextLength, maxTextLength, type CustomFieldType } from './custom-field-values.js';
import { websiteAddress } from './lead-details.js';

const maxExamples = 10;
const maxOptions = 200;
const maxOptionLength = 100;
/** A type fits if at most one filled cell in twenty does not. */
const maxShare = 0.05;
const currencies: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };

export interface Misfits {
  count: number;
  examples: string[];
}

export interface CustomFieldGuess {
  type: CustomFieldType;
  options: string[];
  currency: string | null;
  /** Null if the file does not show it, although a date depends on it. */
  dayFirst: boolean | null;
  ambiguousDates: number;
  filled: number;
  misfits: Misfits;
  misfitsOf: Record<CustomFieldType, Misfits>;
}

class Candidate {
  readonly misfits: Misfits = { count: 0, examples: [] };

  constructor(private readonly fits: (cell: string) => boolean) {}

  add(cell: string): void {
    if (this.fits(cell)) return;
    this.misfits.count += 1;
    const shown = cell.length > 100 ? `${cell.slice(0, 100)}…` : cell;
    if (this.misfits.examples.length < maxExamples && !this.misfits.examples.includes(shown)) {
      this.misfits.examples.push(shown);
    }
  }
}

class Options {
  readonly texts = new Map<string, string>();
  overflows = false;
  cells = 0;

  add(text: string): void {
    this.cells += 1;
    if (this.overflows) return;
    if (text.length > maxOptionLength || /[;\r\n]/.test(text)) this.overflows = true;
    else if (!this.texts.has(foldOption(text))) this.texts.set(foldOption(text), text);
    if (this.texts.size > maxOptions) this.overflows = true;
    if (this.overflows) this.texts.clear();
  }

  /** Texts that repeat are options; a few of them already in a short file. */
  get repeat(): boolean {
    const { size } = this.texts;
    return !this.overflows && size > 0 && this.cells >= size * (size <= 10 ? 2 : 10);
  }

  list(): string[] {
    return [...this.texts.values()].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  }
}

const yesNo = new Set(['yes', 'no', 'true', 'false', 'y', 'n', 'x', '1', '0']);
/** A leading zero, as in a postcode, would be lost in a number. */
const isNumber = (cell: string) => !/^[+-]?0\d/.test(cell) && Math.abs(readNumber(cell, null) ?? Infinity) <= 1e15;
const looksLikeLink = /^(https?:\/\/|www\.)|^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}(\/\S*)?$/i;

/** Guesses a column's type from all of its cells, in constant memory. */
export class CustomFieldGuesser {
  private filled = 0;
  private longest = 0;
  private hasLines = false;
  private hasYesNoWord = false;
  private readonly order = { 'day-first': 0, 'month-first': 0, either: 0 };
  private readonly marks = new Map<string, number>();
  private readonly options = new Options();
  private readonly parts = new Options();
  private cellsWithParts = 0;
  private readonly candidates = {
    yes_no: new Candidate((cell) => yesNo.has(cell.toLowerCase())),
    number: new Candidate(isNumber),
    date: new Candidate((cell) => readDate(cell, false) !== null),
    link: new Candidate(
      (cell) => looksLikeLink.test(cell) && cell.length <= maxTextLength && websiteAddress(cell) !== null,
    ),
    text: new Candidate((cell) => cell.length <= maxTextLength && !/[\r\n\u2028\u2029]/.test(cell)),
    long_text: new Candidate((cell) => cell.length <= maxLongTextLength),
  };

  add(cell: string): void {
    const text = cell.trim();
    if (text === '') return;
    this.filled += 1;
    this.longest = Math.max(this.longest, text.length);
    this.hasLines ||= /[\r\n]/.test(text);
    this.hasYesNoWord ||= /^(yes|no|true|false|y|n|x)$/i.test(text);
    for (const candidate of Object.values(this.candidates)) candidate.add(text);
    const order = orderOf(text);
    if (order) this.order[order] += 1;
    const mark = /\p{Sc}|[A-Z]{3}/u.test(text) ? numberParts(text)?.mark : undefined;
    if (mark) this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1);
    this.options.add(text);
    const parts = text.split(';').map((part) => part.trim());
    if (parts.length > 1) this.cellsWithParts += 1;
    for (const part of parts.slice(0, maxOptions)) if (part) this.parts.add(part);
  }

  result(): CustomFieldGuess {
    const { yes_no, number, date, link, text, long_text } = this.candidates;
    const listMisfits = (options: Options): Misfits =>
      options.overflows ? { count: this.filled, examples: [] } : { count: 0, examples: [] };
    const misfitsOf = {
      text: text.misfits,
      long_text: long_text.misfits,
      number: number.misfits,
      currency: number.misfits,
      date: date.misfits,
      yes_no: yes_no.misfits,
      one_of: listMisfits(this.options),
      several_of: listMisfits(this.parts),
      link: link.misfits,
    };
    const type = this.type();
    const options = type === 'one_of' ? this.options.list() : type === 'several_of' ? this.parts.list() : [];
    return {
      type,
      options,
      currency: type === 'currency' ? this.currency() : null,
      dayFirst: this.dayFirst(),
      ambiguousDates: this.order.either,
      filled: this.filled,
      misfits: misfitsOf[type],
      misfitsOf,
    };
  }

  private type(): CustomFieldType {
    const { yes_no, number, date, link } = this.candidates;
    const fits = ({ misfits }: Candidate) => misfits.count <= this.filled * maxShare;
    if (this.filled === 0) return 'text';
    if (this.hasYesNoWord && fits(yes_no)) return 'yes_no';
    if (fits(number)) return this.currency() ? 'currency' : 'number';
    if (fits(date)) return 'date';
    if (fits(link)) return 'link';
    if (this.cellsWithParts >= this.filled * maxShare && this.cellsWithParts > 0 && this.parts.repeat)
      return 'several_of';
    if (this.options.repeat) return 'one_of';
    return this.hasLines || this.longest > maxTextLength ? 'long_text' : 'text';
  }

  private currency(): string | null {
    const [mark, count] = [...this.marks].sort(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (this.marks.size > 1 || count < this.filled / 2) return null;
    return currencies[mark] ?? (/^[A-Z]{3}$/.test(mark) ? mark : null);
  }

  private dayFirst(): boolean | null {
    const dayFirst = this.order['day-first'] > 0;
    const monthFirst = this.order['month-first'] > 0;
    return dayFirst === monthFirst ? null : dayFirst;
  }
}
