import { columnsError, type ImportColumns, type ImportMapping, matchColumns } from '@lead-finder/contracts';
import { UnreadableFile } from './unreadable-file.js';

/** The columns to import, or one clear error that names the columns that were found (decisions, section 6). */
export function columnsOf(
  headers: readonly string[],
  options: { mapping?: ImportMapping; hasAssignee: boolean },
): ImportColumns {
  const { columns, problems } = matchColumns(headers, options);
  const error = columnsError(headers, problems);
  if (error) throw new UnreadableFile(error);
  return columns;
}
