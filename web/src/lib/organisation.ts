import type { organisation } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from './http';

type Organisation = z.infer<typeof organisation>;

const organisationKey = ['/api/organisation'] as const;

/** The name is null until an administrator sets it. */
export const useOrganisation = () => useQuery<Organisation>({ queryKey: organisationKey });

export function useSetOrganisation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: { name: string }) => request<Organisation>('PUT', organisationKey[0], form),
    onSuccess: (answer) => client.setQueryData(organisationKey, answer),
  });
}
