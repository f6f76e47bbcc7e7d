import { cellText, refuseLong, TextCollector } from './texts.js';
import { damaged, UnreadableWorkbook } from './unreadable-workbook.js';
import type { Sheet, Workbook } from './workbook.js';
import { parseXml } from './xml.js';

/** A cell is its text, the number of a shared string, or missing. */
export type SheetCell = string | number | undefined;

export interface SheetRow {
  row: number;
  cells: SheetCell[];
}

const maxRows = 1_048_576;
const maxColumns = 1_000;
const columnLetters = /^\$?([A-Z]{1,3})/;

/** Yields the rows of a sheet that have a cell, some hundred at a time. A formula's cell has its stored value. */
export async function* readSheetRows({ parts, formats }: Workbook, sheet: Sheet): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let row: SheetRow = { row: 0, cells: [] };
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  const collector = new TextCollector();

  const endCell = () => {
    const cell = type === 'inlineStr' ? collector.take() : valueOf(type, value, (raw) => formats.text(raw, style));
    if (cell === '') return;
    if (column >= maxColumns) throw tooManyColumns(column + 1);
    row.cells[column] = cell;
  };
  const handlers = {
    open: (name: string, attributes: Record<string, string>) => {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      } else if (name === 'v') isValue = true;
      else if (name === 'row') {
        row = { row: rowNumber(attributes.r, row.row), cells: [] };
        column = -1;
      } else collector.open(name);
    },
    text: (text: string) => {
      if (!isValue) return collector.add(text);
      value += text;
      refuseLong(value);
    },
    close: (name: string) => {
      if (name === 'v') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row') {
        if (row.cells.length > 0) rows.push(row);
      } else collector.close(name);
    },
  };
  for await (const _ of parseXml(parts.read(sheet.part), handlers)) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

function valueOf(type: string, value: string, shown: (raw: string) => string): string | number {
  switch (type) {
    case 's': {
      if (value.trim() === '') return '';
      const index = Number(value);
      if (!Number.isInteger(index) || index < 0) throw damaged();
      return index;
    }
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    case 'n':
      return value === '' ? '' : shown(value);
    // A day as ISO 8601 has it; the time of a day without one is left out.
    case 'd':
      return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ');
    default:
      return cellText(value);
  }
}

function rowNumber(reference: string | undefined, last: number): number {
  const row = reference === undefined ? last + 1 : Number(reference);
  if (!Number.isInteger(row) || row <= last) throw damaged();
  if (row > maxRows)
    throw new UnreadableWorkbook('The sheet has more than 1,048,576 rows. Please split it and try again');
  return row;
}

function columnOf(reference: string): number {
  const letters = columnLetters.exec(reference)?.[1];
  if (!letters) throw damaged();
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

const tooManyColumns = (count: number) =>
  new UnreadableWorkbook(`The file has ${count.toLocaleString('en-US')} columns; at most 1,000 can be read`);
