import type {
  addPasskey,
  beginAuthenticator,
  confirmAuthenticator,
  forgetBrowsers,
  OutputOf,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  SecondFactor,
} from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { useReadAgain } from '../../../lib/use-read-again';
import { createPasskey } from '../passkeys';

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

const post =
  <Form, Answer>(path: string) =>
  (form: Form) =>
    request<Answer>('POST', path, form);

const useChange = <Form, Answer>(mutationFn: (form: Form) => Promise<Answer>) =>
  useMutation({ mutationFn, onSuccess: useReadAgain(key) });

interface Proof {
  currentPassword: string;
}

export const useConfirmAuthenticator = () =>
  useChange(post<Proof & { code: string }, OutputOf<typeof confirmAuthenticator>>('/api/user/authenticator/confirm'));
export const useRemoveAuthenticator = () =>
  useChange(post<Proof, OutputOf<typeof removeAuthenticator>>('/api/user/authenticator/remove'));
export const useRenewRecoveryCodes = () =>
  useChange(post<Proof, OutputOf<typeof renewRecoveryCodes>>('/api/user/recovery-codes'));
export const useAddPasskey = () => useChange(createPasskey<OutputOf<typeof addPasskey>>);
export const useRemovePasskey = (id: number) =>
  useChange(post<Proof, OutputOf<typeof removePasskey>>(`/api/user/passkeys/${id}/remove`));
export const useForgetBrowsers = () =>
  useChange(post<void, OutputOf<typeof forgetBrowsers>>('/api/user/remembered-browsers/forget'));
