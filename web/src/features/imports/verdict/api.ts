import type {
  ColumnGuess,
  correctImport,
  CorrectedCell,
  CustomFieldDefinition,
  FailureGroup,
  ImportRowOutcome,
  listImportRows,
  OutputOf,
  ReplacedValue,
} from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { customFieldsKey } from '../../../lib/custom-fields';
import { useReadAgain } from '../../../lib/use-read-again';

type Rows = OutputOf<typeof listImportRows>;
const maxEmptyPages = 50;

/** A page of rows. A search may return empty pages before it finds a row. */
export const useImportRows = (importId: number, outcome: ImportRowOutcome, q: string, cursor?: string) =>
  useQuery<Rows>({
    queryKey: ['/api/imports/:id/rows', importId, outcome, q, cursor ?? ''],
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      let next = cursor;
      for (let pages = 0; ; pages++) {
        const query = new URLSearchParams({ outcome, ...(q && { q }), ...(next && { cursor: next }) });
        const page = await request<Rows>('GET', `/api/imports/${importId}/rows?${query}`, undefined, { signal });
        if (page.rows.length > 0 || page.nextCursor === null || pages >= maxEmptyPages) return page;
        next = page.nextCursor;
      }
    },
  });

export const useFailureGroups = (importId: number) =>
  useQuery<{ groups: FailureGroup[] }>({ queryKey: ['/api/imports/:id/failures', importId] });

export interface Corrections {
  cells?: CorrectedCell[];
  values?: ReplacedValue[];
}

export const useCorrect = (importId: number) =>
  useMutation({
    mutationFn: (corrections: Corrections) =>
      request<OutputOf<typeof correctImport>>('POST', `/api/imports/${importId}/corrections`, corrections),
  });

/** Guesses a column's type from all rows of a checked file. */
export const useColumnGuess = (importId: number | null, column: string) =>
  useQuery<ColumnGuess>({
    queryKey: ['/api/imports/:id/columns', importId, column],
    enabled: importId !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ column });
      const path = `/api/imports/${importId}/columns?${query}`;
      return (await request<{ columns: ColumnGuess[] }>('GET', path, undefined, { signal })).columns[0]!;
    },
  });

export type NewField = Pick<CustomFieldDefinition, 'name' | 'type' | 'options' | 'currency' | 'required' | 'filter'> & {
  group: string | null;
};

export const useAddField = () =>
  useMutation({
    mutationFn: (field: NewField) => request<CustomFieldDefinition>('POST', '/api/custom-fields', field),
    onSuccess: useReadAgain(customFieldsKey),
  });

/** Adds an option to a field of a list. */
export const useAddOption = () =>
  useMutation({
    mutationFn: ({ field, option }: { field: CustomFieldDefinition; option: string }) =>
      request<CustomFieldDefinition>('PATCH', `/api/custom-fields/${field.key}`, {
        options: [...field.options, option],
      }),
    onSuccess: useReadAgain(customFieldsKey),
  });
