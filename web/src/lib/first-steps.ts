import type { FirstStep, FirstSteps } from '@lead-finder/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { request } from './http';

const firstStepsKey = ['/api/first-steps'] as const;

/** The first steps of a new user; none for others. Reads them each time, because they tick themselves. */
export const useFirstSteps = (): FirstSteps['steps'] =>
  useQuery<FirstSteps>({ queryKey: firstStepsKey, staleTime: 0 }).data?.steps ?? [];

/** Ends one of the user's open steps, or all. Does nothing for any other step. */
export function useEndFirstStep(): (step: FirstStep | 'all') => void {
  const client = useQueryClient();
  return useCallback(
    (step) => {
      const steps = client.getQueryData<FirstSteps>(firstStepsKey)?.steps ?? [];
      if (!steps.some((one) => !one.isDone && (step === 'all' || one.step === step))) return;
      void request<FirstSteps>('POST', firstStepsKey[0], { step }).then(
        (answer) => client.setQueryData(firstStepsKey, answer),
        () => undefined,
      );
    },
    [client],
  );
}
