import type { importStatuses, ImportColumns, PayloadOf, importFinished } from '@lead-finder/contracts';
import type { FileLayout, Position } from '../file/header.js';

export interface StandIn {
  name: string;
  id: number;
  username: string;
}

export type ImportState = (typeof importStatuses)[number];

/** An import as its worker sees it, as it was taken up. */
export interface ImportJob {
  id: number;
  fence: number;
  state: ImportState;
  createdBy: number;
  /** Whose rights count now: who began it, or who undoes it. */
  actingId: number;
  fileId: string;
  bytes: number;
  dryRun: boolean;
  layout: FileLayout;
  columns: ImportColumns;
  /** Who gets the rows that name nobody. */
  assignee: { id: number; username: string } | null;
  /** Who gets the rows with such a name, by `userKey`. */
  standIns: readonly StandIn[];
  tag: string | null;
  position: Position;
  nextBatch: number;
  processed: number;
}

/** How the sentence of specification section 8 comes to be: each row is one of these. */
export type RowKind = 'created' | 'invalid' | 'unknownUser' | 'duplicateInFile' | 'duplicateInDatabase';

/** A row that failed, as it was, with the reason that people read. */
export interface RowReport {
  row: number;
  kind: Exclude<RowKind, 'created'>;
  column: string | null;
  message: string;
  cells: readonly string[];
}

export type EndedState = Extract<ImportState, 'completed' | 'failed' | 'cancelled' | 'undone'>;
export type Ended = PayloadOf<typeof importFinished>;
