import type {
  beginAuthenticator,
  confirmAuthenticator,
  OutputOf,
  removeAuthenticator,
  renewRecoveryCodes,
  SecondFactor,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http';

const key = ['/api/user/second-factor'] as const;

/** Read each time, because another browser may have changed it. */
export const useSecondFactor = () => useQuery<SecondFactor>({ queryKey: key, staleTime: 0, gcTime: 0 });

/** Creates a secret, which the server shows once. */
export const useNewAuthenticator = () =>
  useQuery({
    queryKey: ['new authenticator'],
    queryFn: () => request<OutputOf<typeof beginAuthenticator>>('POST', '/api/user/authenticator'),
    staleTime: Infinity,
    gcTime: 0,
  });

function useChange<Form, Answer>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: Form) => request<Answer>('POST', path, form),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

interface Proof {
  currentPassword: string;
}

export const useConfirmAuthenticator = () =>
  useChange<Proof & { code: string }, OutputOf<typeof confirmAuthenticator>>('/api/user/authenticator/confirm');
export const useRemoveAuthenticator = () =>
  useChange<Proof, OutputOf<typeof removeAuthenticator>>('/api/user/authenticator/remove');
export const useRenewRecoveryCodes = () =>
  useChange<Proof, OutputOf<typeof renewRecoveryCodes>>('/api/user/recovery-codes');
