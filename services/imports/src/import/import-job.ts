import type {
  CustomFieldRule,
  CustomValueFormat,
  importStatuses,
  ImportBreakdown,
  ImportColumns,
  ImportMode,
  PayloadOf,
  importFinished,
} from '@lead-finder/contracts';
import type { FileCorrections } from '../file/corrections.rules.js';
import type { FileLayout, Position } from '../file/header.js';

/** Gives the rows with a name that no user has to a chosen user. */
export interface UserMapping {
  name: string;
  id: number;
  username: string;
}

export type ImportState = (typeof importStatuses)[number];

export interface ImportJob {
  id: number;
  fence: number;
  state: ImportState;
  createdBy: number;
  /** The user whose rights count now: who started the import, or who undoes it. */
  actingId: number;
  fileId: string;
  /** The CSV file that the worker made of a workbook. */
  rowsFileId: string | null;
  bytes: number;
  dryRun: boolean;
  mode: ImportMode;
  /** The fields whose values the file replaces; null for all. */
  overwrite: string[] | null;
  /** The custom fields that the file fills. */
  customFields: (CustomFieldRule & { key: string })[];
  format: CustomValueFormat;
  layout: FileLayout;
  columns: ImportColumns;
  /** The user for rows without a name. */
  assignee: { id: number; username: string } | null;
  /** The users for rows with such a name, by `userKey`. */
  userMappings: readonly UserMapping[];
  tag: string | null;
  /** Other texts for cells of the file. */
  corrections: FileCorrections | null;
  position: Position;
  nextBatch: number;
  processed: number;
}

export type GoodRows = Pick<ImportBreakdown, 'created' | 'updated' | 'unchanged'>;

export interface RowReport {
  row: number;
  kind: Exclude<keyof ImportBreakdown, keyof GoodRows>;
  column: string | null;
  message: string;
  cells: readonly string[];
}

export type EndedState = Extract<ImportState, 'completed' | 'failed' | 'cancelled' | 'undone'>;
export type FinishedImport = PayloadOf<typeof importFinished>;
