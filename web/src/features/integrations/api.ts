import type {
  ApiToken,
  createOwnToken,
  createServiceToken,
  OutputOf,
  ParsedInputOf,
  ServiceToken,
  TeamTree,
} from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { useReadAgain } from '../../lib/use-read-again';
import { useToast } from '../../ui/toasts';

export type TokenForm = ParsedInputOf<typeof createOwnToken>;
export type ServiceTokenForm = ParsedInputOf<typeof createServiceToken>;
/** A new token, the only response that has its text. */
export type NewToken = OutputOf<typeof createOwnToken> | OutputOf<typeof createServiceToken>;

const ownKey = '/api/user/tokens';
const servicesKey = '/api/service-tokens';

export const useOwnTokens = () => useQuery<ApiToken[]>({ queryKey: [ownKey], staleTime: 0 });
export const useServiceTokens = () => useQuery<ServiceToken[]>({ queryKey: [servicesKey], staleTime: 0 });
export const useTeamTree = () => useQuery<TeamTree>({ queryKey: ['/api/teams'] });

const useChange = <Change, Answer>(key: string, mutationFn: (change: Change) => Promise<Answer>) =>
  useMutation({ mutationFn, onSuccess: useReadAgain([key]) });

const useCreate = <Form>(key: string) => useChange(key, (form: Form) => request<NewToken>('POST', key, form));
export const useCreateOwnToken = () => useCreate<TokenForm>(ownKey);
export const useCreateServiceToken = () => useCreate<ServiceTokenForm>(servicesKey);

function useRevoke(key: string) {
  const toast = useToast();
  const revoke = useChange(key, (id: number) => request<void>('DELETE', `${key}/${id}`));
  return {
    ...revoke,
    mutate: (id: number, done: () => void) =>
      revoke.mutate(id, {
        onSuccess: () => {
          toast.success('Token revoked');
          done();
        },
        onError: (error) => toast.failure(error, 'Error', 'Failed to revoke the token'),
      }),
  };
}
export const useRevokeOwnToken = () => useRevoke(ownKey);
export const useRevokeServiceToken = () => useRevoke(servicesKey);
