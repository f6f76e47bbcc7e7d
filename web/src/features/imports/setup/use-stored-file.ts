import { importFormatOf, type ImportRecord } from '@lead-finder/contracts';
import { useMutation } from '@tanstack/react-query';
import { cancelImport, type ImportRequest, sendImport, useReadImport } from '../api';
import { isRunning } from '../run/import-state';

export interface StoredFile {
  importId: number;
  fileId: string;
}

/** Sends the file by a check, which ends as soon as the server can read whole columns of the file. */
export function useStoredFile() {
  const read = useReadImport();
  return useMutation({
    mutationFn: async (sent: ImportRequest): Promise<StoredFile> => {
      const { data } = await sendImport({ ...sent, dryRun: true }, new AbortController().signal, true);
      let record: ImportRecord = await read(data.importId);
      while (isUnread(record)) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        record = await read(data.importId);
      }
      if (isRunning(record)) await cancelImport(record.id).catch(() => undefined);
      if (record.status === 'failed' || !record.fileId) throw new Error(record.message ?? 'The check was cancelled');
      return { importId: record.id, fileId: record.fileId };
    },
  });
}

/** The server unpacks a workbook before it reads rows. */
const isUnread = ({ fileName, phase, status }: ImportRecord) =>
  importFormatOf(fileName) === 'xlsx' && (status === 'queued' || phase === 'Reading the workbook');
