import type { AuditEntry, auditFilter } from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { saveFile } from '../../lib/downloads';
import { send } from '../../lib/http';
import { addressOf, readWithHeaders } from '../../lib/query-client';
import { useToast } from '../../ui/toasts';

export type { AuditEntry };
export type AuditFilter = Omit<z.input<typeof auditFilter>, 'cursor' | 'pageSize'>;

const pageSize = 50;

/** Reads one page, newest first. It reads again on every visit, because the trail grows all the time. */
export const useAudit = (filter: AuditFilter, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/api/audit', { ...filter, cursor, pageSize }],
    queryFn: async (context) => {
      const { data, headers } = await readWithHeaders<AuditEntry[]>(context);
      return { entries: data, next: headers.get('X-Next-Cursor') };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function useAuditExport(filter: AuditFilter) {
  const toast = useToast();
  return useMutation({
    mutationFn: async () => (await send('GET', addressOf(['/api/audit.csv', filter]))).blob(),
    onSuccess: (file) => saveFile(file, 'audit.csv'),
    onError: (error) => toast.failure(error, 'Error', 'Failed to export the audit trail'),
  });
}
