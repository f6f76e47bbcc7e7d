import type { BulkJob, BulkResult, LeadFilter } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request, requestWithHeaders } from '../../../lib/http';
import { announceLeadsChanged, announceStatusChanged, pauseLeadSignals } from '../../../lib/lead-changes';
import { useReadAgain } from '../../../lib/use-read-again';
import { refreshLeads, useListEffects } from '../api';
import type { BulkAction } from './bulk.rules';
import { isActive } from './bulk-jobs.rules';

export const jobsKey = ['/api/bulk-jobs'] as const;
const pollMs = 1_000;
/** A live plan counts on. */
const liveMs = 10_000;

/**
 * Polls while a job runs. The list refreshes when the last one ends. With `plan` it has the jobs of any plan or of one, also
 * those of live plans.
 */
export function useBulkJobs(enabled: boolean, plan?: number | 'any') {
  const client = useQueryClient();
  const found = useQuery<BulkJob[]>({
    queryKey: plan === undefined ? jobsKey : [...jobsKey, { plan }],
    enabled,
    meta: { automatic: true },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? pollMs : plan !== undefined && liveMs),
  });
  const atWork = found.data?.some(isActive) ?? false;
  useEffect(() => {
    if (!atWork) return;
    const release = pauseLeadSignals();
    return () => {
      release();
      announceStatusChanged();
      announceLeadsChanged(client);
      void refreshLeads(client).catch(() => undefined);
    };
  }, [atWork, client]);
  return found;
}

const useJobChange = <V>(mutationFn: (input: V) => Promise<BulkJob>) =>
  useMutation({ mutationFn, onSuccess: useReadAgain(jobsKey) });

export const useBulkJobStep = () =>
  useJobChange(({ id, kind }: { id: number; kind: 'cancel' | 'undo' }) =>
    request<BulkJob>('POST', `/api/bulk-jobs/${id}/${kind}`),
  );

/** Starts a job on all leads that match now. */
export const useStartBulkJob = () =>
  useJobChange(({ filter, action: { kind, ...fields } }: { filter: LeadFilter; action: BulkAction }) =>
    request<BulkJob>('POST', '/api/bulk-jobs', { action: kind, filter, ...fields }),
  );

/** Acts on the leads at once. `jobId` names the job that can undo it. */
export const useBulk = () =>
  useMutation({
    mutationFn: async ({ ids, action: { kind, ...fields } }: { ids: number[]; action: BulkAction }) => {
      const { data, headers } = await requestWithHeaders<BulkResult>('POST', `/api/bulk/${kind}`, { ids, ...fields });
      if (kind === 'update-status') announceStatusChanged();
      return { results: data.results, jobId: headers.get('X-Bulk-Job') };
    },
    ...useListEffects(),
  });

export const useUndoBulk = () =>
  useMutation({
    mutationFn: (jobId: string) => request<BulkJob>('POST', `/api/bulk-jobs/${jobId}/undo`),
    ...useListEffects(),
  });
