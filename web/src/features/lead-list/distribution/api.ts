import type {
  AreaSearch,
  commitDistribution,
  createDistributionPlan,
  DistributionPlan,
  explainDistribution,
  FoundLead,
  ImportRecord,
  InputOf,
  OutputOf,
  PlanDefinition,
  PlanGround,
  PlanOrigin,
  PlanPreview,
  TerritoryTree,
  WaitingLeads,
} from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { useReadAgain } from '../../../lib/use-read-again';
import { jobsKey } from '../bulk/bulk-jobs-api';

const path = '/api/distribution-plans';
const key = [path] as const;

export type NewPlan = InputOf<typeof createDistributionPlan>;
export type LeadAnswer = OutputOf<typeof explainDistribution>;

export const usePlans = () => useQuery<DistributionPlan[]>({ queryKey: key, refetchOnMount: 'always' });

/** The newest imports, as sources of leads. */
export const useImportedFiles = () =>
  useQuery<ImportRecord[]>({ queryKey: ['/api/imports', { page: 1, pageSize: 50, dryRun: false }] });

/** Searches of whole areas that found something and run no longer. */
export const useFinishedAreaSearches = () =>
  useQuery<{ searches: AreaSearch[] }, Error, AreaSearch[]>({
    queryKey: ['/api/area-searches'],
    select: ({ searches }) => searches.filter(({ status, found }) => status !== 'running' && found > 0),
  });

const waitingKey = [`${path}/waiting`] as const;
const pollMs = 5_000;

/** Leads that came in and wait. Polls while a plan is live. */
export const useWaitingLeads = (isLive: boolean) =>
  useQuery<WaitingLeads[]>({
    queryKey: waitingKey,
    staleTime: 0,
    meta: { automatic: true },
    refetchInterval: isLive && pollMs,
  });

const usePlanChange = <I, O>(mutationFn: (input: I) => Promise<O>) =>
  useMutation({ mutationFn, onSettled: useReadAgain(key) });

/** Adds a plan, or a version to this one. */
export const useSavePlan = (plan: DistributionPlan | undefined) =>
  usePlanChange((form: NewPlan) =>
    plan
      ? request<DistributionPlan>('PATCH', `${path}/${plan.id}`, { ...form, version: plan.version })
      : request<DistributionPlan>('POST', path, form),
  );

/** Switches the saved plan on for these origins, and off for others. */
export const useSwitchPlan = (plan: DistributionPlan) =>
  useMutation({
    mutationFn: (live: PlanOrigin[]) => request<DistributionPlan>('PATCH', `${path}/${plan.id}`, { live }),
    onSettled: useReadAgain(key, waitingKey),
  });

export const useRemovePlan = () => usePlanChange((id: number) => request<void>('DELETE', `${path}/${id}`));

export const usePreview = (planId: number | undefined) =>
  useMutation({
    mutationFn: (definition: PlanDefinition) => request<PlanPreview>('POST', `${path}/preview`, { planId, definition }),
  });

export const useCommit = (planId: number | undefined) =>
  useMutation({
    mutationFn: (ground: PlanGround) =>
      request<OutputOf<typeof commitDistribution>>('POST', `${path}/${planId}/commit`, { ground }),
    onSuccess: useReadAgain(jobsKey),
    onSettled: useReadAgain(key),
  });

/** Adds a person to those on a territory. */
export const usePickPerson = (territoryId: number) =>
  useMutation({
    mutationFn: async (userId: number) => {
      const { territories } = await request<TerritoryTree>('GET', '/api/territories');
      const { userIds = [], version } = territories.find(({ id }) => id === territoryId) ?? {};
      return request('PATCH', `/api/territories/${territoryId}`, { userIds: [...userIds, userId], version });
    },
  });

export const useAskAboutLead = (planId: number) =>
  useMutation({ mutationFn: (leadId: number) => request<LeadAnswer>('GET', `${path}/${planId}/leads/${leadId}`) });

export const useFindLeads = () =>
  useMutation({
    mutationFn: (words: string) => request<FoundLead[]>('GET', `/api/leads/find?q=${encodeURIComponent(words)}`),
  });
