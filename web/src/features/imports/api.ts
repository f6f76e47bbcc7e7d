import type { ImportFormat, ImportResponse, ImportRecord, SelectableUser, UndoCounts } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type JsonResponse, request, requestWithHeaders } from '../../lib/http';
import { useReadAgain } from '../../lib/use-read-again';
import { isRunning } from './run/import-state';
import type { SentSettings } from './setup/use-import-draft';

const importsKey = '/api/imports';
const importKey = '/api/imports/:id';
/** An import's settings are offered for the next file with its columns. */
export const mappingsKey = '/api/import-mappings';

export const usePeople = () => useQuery<SelectableUser[]>({ queryKey: ['/api/admin/users'] });

/** The newest imports of all users, without checks. Polls while one of them runs. */
export const useImports = (pageSize: number) =>
  useQuery<ImportRecord[]>({
    queryKey: [importsKey, { page: 1, pageSize, dryRun: false }],
    meta: { automatic: true },
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isChanging) ? 5_000 : false),
  });

const isChanging = (record: ImportRecord) => isRunning(record) || record.status === 'undoing';

/** One import, read every second until it ends. */
export const useImport = (id: number) =>
  useQuery<ImportRecord>({
    queryKey: [importKey, id],
    meta: { automatic: true },
    gcTime: 0,
    refetchInterval: ({ state }) => (!state.data || isChanging(state.data) ? 1_000 : false),
  });

/** One import with its row errors, which lists omit. */
export function useReadImport(): (id: number) => Promise<ImportRecord> {
  const client = useQueryClient();
  return (id) => client.fetchQuery({ queryKey: [importKey, id], staleTime: 0 });
}

export const useRefreshImports = () => useReadAgain([importsKey], [mappingsKey]);

export interface ImportRequest extends SentSettings {
  file: File;
  /** The id of the file on the server, if a check has uploaded it. It replaces the file. */
  fileId: string | null;
  dryRun: boolean;
}

/** The file size in bytes above which the import runs in the background. */
const maxForegroundBytes = 2_000_000;

/** Resolves with 200 and the result, or with 202 while rows remain. The server requires the fields before the file. */
export function sendImport(
  sent: ImportRequest,
  signal: AbortSignal,
  inBackground = sent.file.size > maxForegroundBytes,
): Promise<JsonResponse<ImportResponse>> {
  const form = new FormData();
  form.append('mapping', JSON.stringify(sent.mapping));
  if (sent.sheet !== undefined) form.append('sheet', sent.sheet);
  if (sent.assignTo !== null) form.append('assignTo', String(sent.assignTo));
  if (sent.userMapping.size > 0) form.append('standIns', JSON.stringify(Object.fromEntries(sent.userMapping)));
  if (sent.tag) form.append('tag', sent.tag);
  if (sent.mode && sent.mode !== 'create') form.append('mode', sent.mode);
  if (sent.overwrite) form.append('overwrite', JSON.stringify(sent.overwrite));
  for (const flag of ['dayFirst', 'decimalComma'] as const)
    if (sent[flag] !== undefined) form.append(flag, String(sent[flag]));
  if (sent.dryRun) form.append('dryRun', 'true');
  if (sent.fileId) form.append('fileId', sent.fileId);
  else form.append('file', sent.file);
  const headers: Record<string, string> = inBackground ? { Prefer: 'respond-async' } : {};
  return requestWithHeaders('POST', '/api/businesses/import', form, { headers, signal });
}

export const cancelImport = (id: number) => request<ImportRecord>('POST', `${importsKey}/${id}/cancel`);

export const useCancelImport = (id: number) =>
  useMutation({ mutationFn: () => cancelImport(id), onSuccess: useReadAgain([importKey, id]) });

/** Undoes an import. Resolves with the counts, or without them if the undo continues in the background. */
export const useUndoImport = (id: number) =>
  useMutation({
    mutationFn: () => requestWithHeaders<UndoCounts>('POST', `${importsKey}/${id}/undo`),
  });

/** The failed rows, in the format of the file. */
export const errorsFile = (id: number, format: ImportFormat): string => `${importsKey}/${id}/errors.${format}`;
