import { maxUserRows, type CheckedUserRow, type UserImport, type UserVerdict } from '@lead-finder/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readCsvHead, UnreadableFileError } from '../../lib/csv-head';
import { request } from '../../lib/http';
import { addressOf } from '../../lib/query-client';
import { userRows } from './user-file.rules';

const importKey = '/api/user-imports';
const rowsKey = '/api/user-imports/:id/rows';
const maxBytes = 10 * 1_048_576;
const rowsAtOnce = 500;

interface RowPage {
  rows: CheckedUserRow[];
  next: number | null;
}

/** Polls while rows are being applied. */
export const useUserImport = (id: number | null) =>
  useQuery<UserImport>({
    queryKey: [importKey, id],
    enabled: id !== null,
    meta: { automatic: true },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1_000 : false),
  });

/** The rows with this verdict; `version` changes when their outcomes may have changed. */
export const useUserRows = (id: number, verdict: UserVerdict, version: string) =>
  useInfiniteQuery({
    queryKey: [rowsKey, id, { verdict }, version],
    queryFn: ({ pageParam, signal }) =>
      request<RowPage>('GET', addressOf([rowsKey, id, { verdict, after: pageParam }]), undefined, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });

/** Sends the rows of a file in parts and has them checked. Rejects with UnreadableFileError for a file without users. */
export function useCheckFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const { headers, rows } = await readCsvHead(file, { bytes: maxBytes, records: maxUserRows + 2 });
      const users = userRows(headers, rows);
      if (!users) throw new UnreadableFileError('The file has no column "username"');
      if (users.length > maxUserRows || file.size > maxBytes)
        throw new UnreadableFileError(`A file has at most ${maxUserRows.toLocaleString('en-US')} users and 10 MB`);
      const { id } = await request<UserImport>('POST', importKey, { fileName: file.name });
      for (let at = 0; at < users.length; at += rowsAtOnce) {
        await request('POST', `${importKey}/${id}/rows`, { rows: users.slice(at, at + rowsAtOnce) });
      }
      return request<UserImport>('POST', `${importKey}/${id}/check`);
    },
    onSuccess: (checked) => client.setQueryData([importKey, checked.id], checked),
  });
}

export function useStartUserImport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<UserImport>('POST', `${importKey}/${id}/start`),
    onSuccess: (started) => client.setQueryData([importKey, id], started),
  });
}
