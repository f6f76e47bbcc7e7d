import type { ExportCheck, LeadFilter, WaitingExport } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { addressOf } from '../../../lib/query-client';
import { useReadAgain } from '../../../lib/use-read-again';

const exportsKey = ['/api/export-requests'] as const;

export const exportAddress = (filter: LeadFilter) => addressOf(['/api/admin/all-assignments.csv', filter]);
export const allowedExportAddress = (id: number) => `${exportsKey[0]}/${id}/leads.csv`;

export const useWaitingExports = () => useQuery<WaitingExport[]>({ queryKey: exportsKey, refetchOnMount: 'always' });

export const useExportCheck = () =>
  useMutation({
    mutationFn: (filter: LeadFilter) => request<ExportCheck>('GET', addressOf([`${exportsKey[0]}/check`, filter])),
  });

const useExportChange = <T>(mutationFn: (input: T) => Promise<WaitingExport>) =>
  useMutation({ mutationFn, onSettled: useReadAgain(exportsKey) });

export const useAskForExport = () =>
  useExportChange((filter: LeadFilter) => request<WaitingExport>('POST', exportsKey[0], { filter }));

export const useDecideExport = () =>
  useExportChange(({ id, allowed }: { id: number; allowed: boolean }) =>
    request<WaitingExport>('POST', `${exportsKey[0]}/${id}/decide`, { allowed }),
  );

export const useWithdrawExport = () =>
  useExportChange((id: number) => request<WaitingExport>('POST', `${exportsKey[0]}/${id}/withdraw`));
