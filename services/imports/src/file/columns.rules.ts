import { columnsError, type ImportColumns, matchColumns, type MatchOptions } from '@lead-finder/contracts';
import { UnreadableFile } from './unreadable-file.js';

/** Throws one UnreadableFile that names the columns of the file (docs/product/import.md#refused-files). */
export function columnsOf(headers: readonly string[], options: MatchOptions): ImportColumns {
  const { columns, problems } = matchColumns(headers, options);
  const error = columnsError(headers, problems);
  if (error) throw new UnreadableFile(error);
  return columns;
}
