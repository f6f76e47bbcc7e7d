import { UnreadableWorkbook } from './unreadable-workbook.js';

/** A cell of a spreadsheet holds at most that many characters. */
export const maxTextLength = 32_767;

const escaped = /_x([0-9a-f]{4})_/gi;

/** Collects the text of a cell or of a shared string: plain, or in runs of its own fonts. Phonetic hints are no text. */
export class TextCollector {
  private text = '';
  private isText = false;
  private phonetic = 0;

  open(name: string): void {
    if (name === 'rPh') this.phonetic++;
    else if (name === 't') this.isText = this.phonetic === 0;
  }

  add(text: string): void {
    if (!this.isText) return;
    this.text += text;
    refuseLong(this.text);
  }

  close(name: string): void {
    if (name === 'rPh') this.phonetic--;
    else if (name === 't') this.isText = false;
  }

  take(): string {
    const text = cellText(this.text);
    this.text = '';
    return text;
  }
}

/** Throws if a text that is still escaped is longer than that of a cell can be. */
export function refuseLong(raw: string): void {
  if (raw.length > maxTextLength * 7) throw tooLong();
}

/** A workbook writes a character that XML cannot hold as `_x000D_`. */
export function cellText(raw: string): string {
  const text = raw.includes('_x')
    ? raw.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;
  if (text.length > maxTextLength) throw tooLong();
  return text;
}

const tooLong = () =>
  new UnreadableWorkbook('The workbook has a cell of more than 32,767 characters, which no spreadsheet can hold');
