import {
  type CustomFieldDefinition,
  type ImportColumns,
  importFormatOf,
  type ImportMapping,
  type ImportSettings,
  type ReplacedValue,
} from '@lead-finder/contracts';
import { useRef, useState } from 'react';
import { UnreadableFileError } from '../../../lib/csv-head';
import { useCustomFields } from '../../../lib/custom-fields';
import {
  type ColumnTarget,
  columnsFor,
  columnsOfMapping,
  mappingOf,
  type MatchRules,
  problemsOf,
  rememberColumns,
  withChoice,
  withFound,
} from './column-choice';
import { type ImportHead, readImportHead } from './import-head';
import { defaultOptions, type ImportOptions, optionsOf, overwriteOf } from './import-options';

export type ChosenFile =
  | { status: 'none'; problem?: string }
  | { status: 'reading'; file: File }
  | { status: 'unreadable'; file: File; problem: string }
  | { status: 'ready'; file: File; head: ImportHead; columns: ImportColumns };

/** The cells that were typed, by row and position. */
export type TypedCells = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** What was corrected since a check. */
export interface Corrected {
  typed: TypedCells;
  /** The values that were replaced in all rows. */
  replaced: readonly ReplacedValue[];
}

export const nothingCorrected: Corrected = { typed: new Map(), replaced: [] };

export interface ImportDraft {
  chosen: ChosenFile;
  assignTo: number | null;
  tag: string;
  /** Usernames of the file that do not exist, with the users who get their rows. */
  userMapping: ReadonlyMap<string, number>;
  options: ImportOptions;
  /** By check. The file on the server has all of them. */
  corrections: ReadonlyMap<number, Corrected>;
  /** The fields that a column can become, without archived ones. */
  customFields: readonly CustomFieldDefinition[];
  rules: MatchRules;
  /** What prevents the import; empty if nothing does. */
  problems: string[];
  /** Reads a file, or another sheet of the workbook. */
  choose: (file: File | undefined, sheet?: string) => void;
  setColumn: (position: number, field: ColumnTarget | null) => void;
  setAssignTo: (userId: number | null) => void;
  setTag: (tag: string) => void;
  setOptions: (options: ImportOptions) => void;
  mapUser: (name: string, userId: number | null) => void;
  correct: (importId: number, change: (before: Corrected) => Corrected) => void;
  /** Takes the settings of an earlier import of a file with the same columns. */
  use: (settings: ImportSettings) => void;
  clear: () => void;
}

/** The chosen file with its settings, until it is sent. */
export function useImportDraft(): ImportDraft {
  const [chosen, setChosen] = useState<ChosenFile>({ status: 'none' });
  const [assignTo, setAssignTo] = useState<number | null>(null);
  const [tag, setTag] = useState('');
  const [userMapping, setUserMapping] = useState<ReadonlyMap<string, number>>(new Map());
  const [options, setOptionsState] = useState(defaultOptions);
  const [corrections, setCorrections] = useState<ImportDraft['corrections']>(new Map());
  const customFields = useCustomFields().filter(({ archived }) => !archived);
  const latest = useRef<File>(undefined);
  const rules: MatchRules = { mode: options.mode, customFields };

  const known = customFields.map(({ key }) => key).join();
  const [matchedWith, setMatchedWith] = useState(known);
  // The fields may arrive after the file was read.
  if (chosen.status === 'ready' && matchedWith !== known) {
    setMatchedWith(known);
    setChosen({ ...chosen, columns: withFound(chosen.head.headers, chosen.columns, rules) });
  }

  const choose = (file: File | undefined, sheet?: string) => {
    if (!file) return;
    setUserMapping(new Map());
    setCorrections(new Map());
    latest.current = file;
    if (!importFormatOf(file.name)) return setChosen({ status: 'none', problem: 'Please select a CSV file' });
    setChosen({ status: 'reading', file });
    readImportHead(file, sheet).then(
      (head) => {
        if (latest.current === file)
          setChosen({ status: 'ready', file, head, columns: columnsFor(head.headers, rules) });
        setMatchedWith(known);
      },
      (error: unknown) => {
        const problem = error instanceof UnreadableFileError ? error.message : 'The file cannot be read';
        if (latest.current === file) setChosen({ status: 'unreadable', file, problem });
      },
    );
  };
  const setColumn = (position: number, field: ColumnTarget | null) => {
    if (chosen.status !== 'ready') return;
    const columns = withChoice(chosen.columns, position, field);
    rememberColumns(chosen.head.headers, columns);
    setChosen({ ...chosen, columns });
  };
  const setOptions = (next: ImportOptions) => {
    setOptionsState(next);
    if (chosen.status !== 'ready' || next.mode === options.mode) return;
    const columns = withFound(chosen.head.headers, chosen.columns, { mode: next.mode, customFields: [] });
    setChosen({ ...chosen, columns });
  };
  const clear = () => {
    latest.current = undefined;
    setChosen({ status: 'none' });
    setAssignTo(null);
    setTag('');
    setUserMapping(new Map());
    setOptionsState(defaultOptions);
    setCorrections(new Map());
  };
  const correct: ImportDraft['correct'] = (importId, change) =>
    setCorrections((all) => new Map(all).set(importId, change(all.get(importId) ?? nothingCorrected)));
  const mapUser = (name: string, userId: number | null) => {
    const changed = new Map(userMapping);
    if (userId === null) changed.delete(name);
    else changed.set(name, userId);
    setUserMapping(changed);
  };
  const use = (settings: ImportSettings) => {
    if (chosen.status !== 'ready') return;
    const { headers } = chosen.head;
    const mode = settings.mode ?? 'create';
    const columns = columnsOfMapping(headers, settings.mapping, { mode, customFields });
    rememberColumns(headers, columns);
    setChosen({ ...chosen, columns });
    setOptionsState(optionsOf(settings, Object.keys(columns) as ColumnTarget[]));
    setAssignTo(settings.assignTo ? Number(settings.assignTo) : null);
    setTag(settings.tag ?? '');
    setUserMapping(new Map((settings.standIns ?? []).map(({ name, user }) => [name, Number(user)])));
  };
  const problems =
    chosen.status === 'ready' ? problemsOf(chosen.head.headers, chosen.columns, assignTo !== null, rules) : [];
  const values = { chosen, assignTo, tag, userMapping, options, corrections, customFields, rules, problems };
  return { ...values, choose, setColumn, setAssignTo, setTag, setOptions, mapUser, correct, use, clear };
}

/** What the draft sends with its file. */
export interface SentSettings extends Omit<ImportSettings, 'mapping' | 'assignTo' | 'standIns'> {
  mapping: ImportMapping;
  assignTo: number | null;
  userMapping: ReadonlyMap<string, number>;
}

export function sentSettings(draft: ImportDraft, head: ImportHead, columns: ImportColumns): SentSettings {
  const { options, assignTo, userMapping, rules } = draft;
  const { mode, dayFirst, decimalComma } = options;
  return {
    mapping: mappingOf(head.headers, columns, rules),
    sheet: head.workbook?.sheet,
    assignTo,
    userMapping,
    tag: draft.tag.trim(),
    mode,
    overwrite: overwriteOf(options, Object.keys(columns) as ColumnTarget[]),
    dayFirst,
    decimalComma,
  };
}

/** The same as a mapping that is saved. */
export const savedSettings = ({ assignTo, userMapping, tag, ...sent }: SentSettings): ImportSettings => ({
  ...sent,
  ...(tag && { tag }),
  ...(assignTo !== null && { assignTo: String(assignTo) }),
  ...(userMapping.size > 0 && { standIns: [...userMapping].map(([name, user]) => ({ name, user: String(user) })) }),
});
