import { format, getFormatDateInfo, isDateFormat } from 'numfmt';
import type { Parts } from './parts.js';
import { UnreadableWorkbook } from './unreadable-workbook.js';
import { parseXml } from './xml.js';

/** A spreadsheet can store 65,490 formats of cells. */
const maxFormats = 65_536;
const maxPatternLength = 1_000;
const days1904 = 1_462;

/** The formats that a workbook uses without defining them (ECMA-376, part 1, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '#,##0_);(#,##0);"-"',
  42: '$#,##0_);($#,##0);$"-"',
  43: '#,##0.00_);(#,##0.00);"-"??',
  44: '$#,##0.00_);($#,##0.00);$"-"??',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};
const builtInDates = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];
const builtInTimes = [32, 33, 34, 35, 55, 56];

type Show = (value: number, raw: string) => string;

/** Shows numbers as the sheet does. */
export class CellFormats {
  private readonly shows = new Map<number, Show>();

  constructor(
    /** The id of the number format of each style. */
    private readonly styles: readonly number[],
    private readonly patterns: ReadonlyMap<number, string>,
    private readonly has1904Dates: boolean,
  ) {}

  text(raw: string, style: number): string {
    let show = this.shows.get(style);
    if (!show) this.shows.set(style, (show = this.showOf(this.styles[style] ?? 0)));
    const value = Number(raw);
    return raw.trim() === '' || !Number.isFinite(value) ? raw : show(value, raw);
  }

  private showOf(id: number): Show {
    const pattern = this.patternOf(id);
    if (pattern === undefined || /^(general|@)$/i.test(pattern)) return plainNumber;
    const isDate = isDateFormat(pattern);
    const shift = isDate && this.has1904Dates && hasDay(pattern) ? days1904 : 0;
    const shown = isDate ? unambiguous(pattern) : withoutCountry(pattern);
    return (value, raw) => {
      try {
        const text = format(shown, value + shift, { locale: 'en-US' }).trim();
        return /^#+$/.test(text) ? plainNumber(value, raw) : text;
      } catch {
        return plainNumber(value, raw);
      }
    };
  }

  private patternOf(id: number): string | undefined {
    const own = this.patterns.get(id);
    if (own !== undefined) return own;
    if (builtInDates.includes(id)) return 'yyyy-mm-dd';
    return builtInTimes.includes(id) ? 'h:mm:ss' : builtIn[id];
  }
}

function hasDay(pattern: string): boolean {
  const { year, month, day } = getFormatDateInfo(pattern);
  return year || month || day;
}

/** The country of a currency decides about its sign alone; the separators are those of the person at the sheet. */
const withoutCountry = (pattern: string) =>
  pattern.replace(/\[\$([^\]-]*)-[0-9a-f]+\]/gi, (_, sign: string) => (sign ? `[$${sign}]` : ''));

/** The sheet's day in an order that has one meaning: 3/4/2026 has two (docs/product/import.md#workbooks). */
function unambiguous(pattern: string): string {
  const { year, month, day, hours, seconds } = getFormatDateInfo(pattern);
  if (!year || !month || !day) return pattern;
  return `yyyy-mm-dd${hours ? ' hh:mm' : ''}${seconds ? ':ss' : ''}`;
}

/** All 15 digits that a spreadsheet stores, where its General format would show 1.23E+12. */
function plainNumber(value: number, raw: string): string {
  if (/^(0|-?[1-9]\d{0,14})$/.test(raw)) return raw;
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) >= 1e21 && Math.abs(rounded) < 1e40 ? BigInt(rounded).toString() : String(rounded);
}

/** Reads the styles. A workbook without them shows plain numbers. */
export async function readFormats(parts: Parts, part: string | null, has1904Dates: boolean): Promise<CellFormats> {
  const styles: number[] = [];
  const patterns = new Map<number, string>();
  let isInCells = false;
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'cellXfs') isInCells = true;
    if (name === 'numFmt' && (attributes.formatCode?.length ?? 0) <= maxPatternLength) {
      patterns.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    }
    if (name === 'xf' && isInCells) styles.push(Number(attributes.numFmtId ?? 0));
    if (Math.max(styles.length, patterns.size) > maxFormats) throw tooManyFormats();
  };
  const close = (name: string) => {
    if (name === 'cellXfs') isInCells = false;
  };
  if (part) {
    parts.refuseBomb(part);
    for await (const _ of parseXml(parts.read(part), { open, close }));
  }
  return new CellFormats(styles, patterns, has1904Dates);
}

const tooManyFormats = () =>
  new UnreadableWorkbook(
    'The workbook has more than 65,536 cell formats. Please copy its values into a new workbook and try again',
  );
