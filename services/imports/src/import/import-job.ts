import type { importStatuses, ImportColumns, PayloadOf, importFinished } from '@lead-finder/contracts';
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
  layout: FileLayout;
  columns: ImportColumns;
  /** The user for rows without a name. */
  assignee: { id: number; username: string } | null;
  /** The users for rows with such a name, by `userKey`. */
  userMappings: readonly UserMapping[];
  tag: string | null;
  position: Position;
  nextBatch: number;
  processed: number;
}

export type RowKind = 'created' | 'invalid' | 'unknownUser' | 'duplicateInFile' | 'duplicateInDatabase';

export interface RowReport {
  row: number;
  kind: Exclude<RowKind, 'created'>;
  column: string | null;
  message: string;
  cells: readonly string[];
}

export type EndedState = Extract<ImportState, 'completed' | 'failed' | 'cancelled' | 'undone'>;
export type FinishedImport = PayloadOf<typeof importFinished>;
