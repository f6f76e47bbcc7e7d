import type { ImportRecord } from '@lead-finder/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ImportRequest, sendImport, useReadImport } from '../api';
import { isRunning } from '../run/import-state';

export interface StoredFile {
  importId: number;
  fileId: string;
}

/** Checks the file in the background, so that its columns can be read whole on the server. */
export function useStoredFile() {
  const read = useReadImport();
  return useMutation({
    mutationFn: async (sent: ImportRequest): Promise<StoredFile> => {
      const { data } = await sendImport({ ...sent, dryRun: true }, new AbortController().signal);
      let record: ImportRecord = await read(data.importId);
      while (isRunning(record)) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        record = await read(data.importId);
      }
      if (record.status !== 'completed' || !record.fileId) throw new Error(record.message ?? 'The check was cancelled');
      return { importId: record.id, fileId: record.fileId };
    },
  });
}
