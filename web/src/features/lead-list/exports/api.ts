import type { ExportCheck, LeadFilter, WaitingExport } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { addressOf } from '../../../lib/query-client';

const exportsKey = ['/api/export-requests'] as const;

export const exportAddress = (filter: LeadFilter) => addressOf(['/api/admin/all-assignments.csv', filter]);
export const allowedExportAddress = (id: number) => `${exportsKey[0]}/${id}/leads.csv`;

export const useWaitingExports = () => useQuery<WaitingExport[]>({ queryKey: exportsKey, refetchOnMount: 'always' });

export const useExportCheck = () =>
  useMutation({
    mutationFn: (filter: LeadFilter) => request<ExportCheck>('GET', addressOf([`${exportsKey[0]}/check`, filter])),
  });

function useExportChange<T>(change: (input: T) => Promise<WaitingExport>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: exportsKey }),
  });
}

export const useAskForExport = () =>
  useExportChange((filter: LeadFilter) => request<WaitingExport>('POST', exportsKey[0], { filter }));

export const useDecideExport = () =>
  useExportChange(({ id, allowed }: { id: number; allowed: boolean }) =>
    request<WaitingExport>('POST', `${exportsKey[0]}/${id}/decide`, { allowed }),
  );

export const useWithdrawExport = () =>
  useExportChange((id: number) => request<WaitingExport>('POST', `${exportsKey[0]}/${id}/withdraw`));
