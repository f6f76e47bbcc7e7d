import type { RecyclingRule, RecyclingSimulation } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../../lib/http';
import { useUserChange } from '../../api';

const rulesKey = '/api/recycling-rules';

export type { RecyclingRule, RecyclingSimulation };
export type RecyclingTerms = Omit<RecyclingRule, 'teamId'>;

export const useRecyclingRules = () => useQuery<{ rules: RecyclingRule[] }>({ queryKey: [rulesKey] });

export const useSetRecyclingRule = (teamId: number) =>
  useUserChange('Failed to save fair recycling', (rule: RecyclingTerms) =>
    request<RecyclingRule>('PUT', `${rulesKey}/${teamId}`, rule),
  );

export const useRemoveRecyclingRule = (teamId: number) =>
  useUserChange('Failed to save fair recycling', () => request<void>('DELETE', `${rulesKey}/${teamId}`));

export const useSimulation = (teamId: number) =>
  useMutation({
    mutationFn: (terms: Pick<RecyclingTerms, 'untouchedDays' | 'remindDays'>) =>
      request<RecyclingSimulation>('POST', `${rulesKey}/${teamId}/simulation`, terms),
  });
