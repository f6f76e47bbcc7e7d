import type {
  IdentityProvider,
  IdentityProviderForm,
  listProviderSignIns,
  OutputOf,
  ProviderTest,
  resolveProviderMetadata,
  SignInPolicy,
  unlinkUser,
} from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/http';
import { useReadAgain } from '../../../lib/use-read-again';
import { useToast } from '../../../ui/toasts';

const providersKey = '/api/identity-providers';
const policyKey = '/api/sign-in-policy';
const logKey = '/api/provider-sign-ins';

/** Read again when the window gets the focus, because a test runs in another one. */
export const useProviders = () =>
  useQuery<IdentityProvider[]>({ queryKey: [providersKey], staleTime: 0, refetchOnWindowFocus: 'always' });

export const useProviderLog = (before: string | undefined) =>
  useQuery<OutputOf<typeof listProviderSignIns>>({
    queryKey: [logKey, { before }],
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

export const useProviderTest = (id: number) =>
  useQuery<ProviderTest>({ queryKey: [`${providersKey}/:id/test`, id], staleTime: 0, gcTime: 0 });

/** The form may be a new one after the change, so the toast must not be its own. */
export function useProviderChange<Change, Answer>(
  keys: readonly string[],
  fallback: string,
  mutationFn: (change: Change) => Promise<Answer>,
  done?: string,
) {
  const readAgain = useReadAgain(...keys.map((key) => [key]));
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      if (done) toast.success(done);
      return readAgain();
    },
    onError: (error) => toast.failure(error, 'Error', fallback),
  });
}

const useChange = <Change, Answer>(fallback: string, call: (change: Change) => Promise<Answer>, done?: string) =>
  useProviderChange([providersKey, logKey, policyKey], fallback, call, done);

export const useSaveProvider = (id: number | null) =>
  useChange('Failed to save the provider', (form: IdentityProviderForm & { clientSecret?: string }) =>
    request<IdentityProvider>(id ? 'PUT' : 'POST', id ? `${providersKey}/${id}` : providersKey, form),
  );

export const useReadMetadata = () =>
  useMutation({
    mutationFn: (source: { xml?: string; address?: string }) =>
      request<OutputOf<typeof resolveProviderMetadata>>('POST', `${providersKey}/metadata`, source),
  });

export const useSetEnabled = () =>
  useChange('Failed to change the provider', ({ id, enabled }: { id: number; enabled: boolean }) =>
    request<IdentityProvider>('POST', `${providersKey}/${id}/set-enabled`, { enabled }),
  );

export const useRemoveProvider = () =>
  useChange('Failed to remove the provider', (id: number) => request<void>('DELETE', `${providersKey}/${id}`));

export const useUnlinkUser = () =>
  useChange('Failed to unlink the account', (id: number) =>
    request<OutputOf<typeof unlinkUser>>('POST', `/api/users/${id}/unlink`),
  );

export const useSignInPolicy = () => useQuery<SignInPolicy>({ queryKey: [policyKey] });

export const useSetSignInPolicy = () =>
  useChange(
    'Failed to change passwords',
    (form: { localPasswords: boolean; breakGlassIds: number[] }) => request<SignInPolicy>('PUT', policyKey, form),
    'Passwords saved',
  );

export const useStartTest = () =>
  useMutation({ mutationFn: (id: number) => request<{ address: string }>('POST', `${providersKey}/${id}/test`) });
