import type { ImportColumns, ImportField } from '@lead-finder/contracts';
import { useRef, useState } from 'react';
import { columnsFor, problemsOf, rememberColumns, withChoice } from './column-choice';
import { UnreadableFileError } from '../../../lib/csv-head';
import { type ImportHead, isImportFile, readImportHead } from './import-head';

export type ChosenFile =
  | { status: 'none'; problem?: string }
  | { status: 'reading'; file: File }
  | { status: 'unreadable'; file: File; problem: string }
  | { status: 'ready'; file: File; head: ImportHead; columns: ImportColumns };

export interface ImportDraft {
  chosen: ChosenFile;
  assignTo: number | null;
  tag: string;
  /** Usernames of the file that do not exist, with the users who get their rows. */
  userMapping: ReadonlyMap<string, number>;
  /** What prevents the import; empty if nothing does. */
  problems: string[];
  /** Reads a file, or another sheet of the workbook. */
  choose: (file: File | undefined, sheet?: string) => void;
  setColumn: (position: number, field: ImportField | null) => void;
  setAssignTo: (userId: number | null) => void;
  setTag: (tag: string) => void;
  mapUser: (name: string, userId: number | null) => void;
  clear: () => void;
}

/** The chosen file with its settings, until it is sent. */
export function useImportDraft(): ImportDraft {
  const [chosen, setChosen] = useState<ChosenFile>({ status: 'none' });
  const [assignTo, setAssignTo] = useState<number | null>(null);
  const [tag, setTag] = useState('');
  const [userMapping, setUserMapping] = useState<ReadonlyMap<string, number>>(new Map());
  const latest = useRef<File>(undefined);

  const choose = (file: File | undefined, sheet?: string) => {
    if (!file) return;
    setUserMapping(new Map());
    latest.current = file;
    if (!isImportFile(file)) return setChosen({ status: 'none', problem: 'Please select a CSV file' });
    setChosen({ status: 'reading', file });
    readImportHead(file, sheet).then(
      (head) => {
        if (latest.current === file) setChosen({ status: 'ready', file, head, columns: columnsFor(head.headers) });
      },
      (error: unknown) => {
        const problem = error instanceof UnreadableFileError ? error.message : 'The file cannot be read';
        if (latest.current === file) setChosen({ status: 'unreadable', file, problem });
      },
    );
  };
  const setColumn = (position: number, field: ImportField | null) => {
    if (chosen.status !== 'ready') return;
    const columns = withChoice(chosen.columns, position, field);
    rememberColumns(chosen.head.headers, columns);
    setChosen({ ...chosen, columns });
  };
  const clear = () => {
    latest.current = undefined;
    setChosen({ status: 'none' });
    setAssignTo(null);
    setTag('');
    setUserMapping(new Map());
  };
  const mapUser = (name: string, userId: number | null) => {
    const changed = new Map(userMapping);
    if (userId === null) changed.delete(name);
    else changed.set(name, userId);
    setUserMapping(changed);
  };
  const problems = chosen.status === 'ready' ? problemsOf(chosen.head.headers, chosen.columns, assignTo !== null) : [];
  return { chosen, assignTo, tag, userMapping, problems, choose, setColumn, setAssignTo, setTag, mapUser, clear };
}
