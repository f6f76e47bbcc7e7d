import { escapeFormula } from '@lead-finder/contracts';
import { stringify } from 'csv-stringify/sync';

type Lines = readonly (readonly unknown[])[];
const harmless = (lines: Lines) =>
  lines.map((line) => line.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
const options = { quoted: true, record_delimiter: 'windows' } as const;

/** Lines for spreadsheets: no formulas, quoted cells, CRLF. */
export const csvRows = (lines: Lines): string => stringify(harmless(lines), options);
/** The first line, after a byte-order mark. */
export const csvHeader = (titles: readonly unknown[]): string =>
  stringify(harmless([titles]), { ...options, bom: true });
