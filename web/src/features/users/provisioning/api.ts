import type {
  createScimToken,
  groupRule,
  LeaverRule,
  leaverRuleForm,
  linkProvisionedUsers,
  OutputOf,
  previewGroupRules,
  Provisioning,
} from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../lib/http';
import { useToast } from '../../../ui/toasts';
import { useProviderChange } from '../sign-in/api';

export type GroupRule = z.output<typeof groupRule>;

const readKey = '/api/identity-providers/:id/provisioning';
const leaverKey = '/api/leaver-rule';
const of = (id: number, path: string) => `/api/identity-providers/${id}/${path}`;

export const useProvisioning = (id: number) => useQuery<Provisioning>({ queryKey: [readKey, id], staleTime: 0 });

const useChange = <Change, Answer>(fallback: string, call: (change: Change) => Promise<Answer>, done?: string) =>
  useProviderChange([readKey, leaverKey], fallback, call, done);

export const useCreateToken = (id: number) =>
  useChange('Failed to create the token', () =>
    request<OutputOf<typeof createScimToken>>('POST', of(id, 'scim-tokens')),
  );

export const useRemoveToken = (id: number) =>
  useChange('Failed to remove the token', (tokenId: number) =>
    request<void>('DELETE', of(id, `scim-tokens/${tokenId}`)),
  );

export const useLinkAccounts = (id: number) =>
  useChange('Failed to link the accounts', (userId: number | null) =>
    request<OutputOf<typeof linkProvisionedUsers>>('POST', of(id, 'provisioned-users'), { userId }),
  );

export function usePreview(id: number) {
  const toast = useToast();
  return useMutation({
    mutationFn: (rules: GroupRule[]) =>
      request<OutputOf<typeof previewGroupRules>>('POST', of(id, 'group-rules/preview'), { rules }),
    onError: (error) => toast.failure(error, 'Error', 'Failed to show who becomes what'),
  });
}

export const useSaveRules = (id: number) =>
  useChange(
    'Failed to save the table',
    (rules: GroupRule[]) => request<Provisioning>('PUT', of(id, 'group-rules'), { rules }),
    'Roles and teams saved',
  );

export const useLeaverRule = () => useQuery<LeaverRule>({ queryKey: [leaverKey] });

export const useSetLeaverRule = () =>
  useChange(
    'Failed to save the rule',
    (form: z.output<typeof leaverRuleForm>) => request<LeaverRule>('PUT', leaverKey, form),
    'Rule for leavers saved',
  );
