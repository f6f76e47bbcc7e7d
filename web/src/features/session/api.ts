import type {
  changePasswordForm,
  endOtherSessions,
  forgotPasswordForm,
  getProviderOfDomain,
  listSignInProviders,
  OutputOf,
  ProviderKind,
  resetPasswordForm,
  setup as setupRequest,
  signOut,
} from '@lead-finder/contracts';
import {
  type Query,
  type QueryFunctionContext,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { automatically, HttpError, request, requestWithHeaders } from '../../lib/http';
import { livePosition } from '../../lib/live-position';
import type { ListedSession } from '../../ui/session-list';
import type { Registration, SessionUser, SignInForm } from '../../lib/session';
import { useReadAgain } from '../../lib/use-read-again';
import { signInByPasskey } from './passkeys';

export const currentUserKey = ['/api/user'] as const;

/** Null without a session. */
async function readCurrentUser({ signal }: QueryFunctionContext): Promise<SessionUser | null> {
  try {
    const { data, headers } = await requestWithHeaders<SessionUser>('GET', currentUserKey[0], undefined, { signal });
    livePosition.lastEventId = headers.get('X-Last-Event-Id');
    return data;
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}

export const currentUser = queryOptions({ queryKey: currentUserKey, queryFn: readCurrentUser });
export const useCurrentUser = () => useQuery(currentUser);

export const useSignIn = () =>
  useMutation({ mutationFn: (form: SignInForm) => request<SessionUser>('POST', '/api/login', form) });

export const useFinishSignIn = () =>
  useMutation({
    mutationFn: (form: { code: string; remember: boolean }) =>
      request<SessionUser>('POST', '/api/login/second-step', form),
  });

export const useSignInByPasskey = () => useMutation({ mutationFn: signInByPasskey });

export const useRegister = () =>
  useMutation({ mutationFn: (form: Registration) => request<SessionUser>('POST', '/api/register', form) });

/** `redirectTo`: where the browser signs out at its identity provider too. */
export const useSignOut = () =>
  useMutation({ mutationFn: () => request<OutputOf<typeof signOut>>('POST', '/api/logout') });

export type SignInProviders = OutputOf<typeof listSignInProviders>;

export const useSignInProviders = () => useQuery<SignInProviders>({ queryKey: ['/api/sign-in/providers'] });

export const useFindProvider = () =>
  useMutation({
    mutationFn: (email: string) =>
      request<OutputOf<typeof getProviderOfDomain>>('POST', '/api/sign-in/provider-of-domain', { email }),
  });

export const useStartProviderSignIn = () =>
  useMutation({
    mutationFn: ({ id, kind, returnTo }: { id: number; kind: ProviderKind; returnTo: string }) =>
      request<{ address: string }>('POST', `/api/sign-in/${kind}/${id}/start`, { returnTo }),
  });

export const setup = queryOptions<OutputOf<typeof setupRequest>>({ queryKey: ['/api/setup'] });
export const useSetup = () => useQuery(setup);

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (form: z.infer<typeof forgotPasswordForm>) => request<void>('POST', '/api/auth/forgot-password', form),
  });

/** Read each time the page opens, because a link works once. */
export const useResetToken = (token: string) =>
  useQuery({ queryKey: ['/api/auth/verify-reset-token', token], enabled: token !== '', gcTime: 0 });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (form: z.infer<typeof resetPasswordForm>) => request<void>('POST', '/api/auth/reset-password', form),
  });

/** Replaces the session cookie. A request with the former cookie gets a 401, which does not end the session. */
export const changePasswordKey = ['change-password'] as const;

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: changePasswordKey,
    mutationFn: (form: z.infer<typeof changePasswordForm>) => request<void>('POST', '/api/user/change-password', form),
    onSettled: () => {
      const wasRefused = ({ queryKey, state }: Query) => queryKey[0] === currentUserKey[0] || state.status === 'error';
      void automatically(() => client.refetchQueries({ predicate: wasRefused }));
    },
  });
}

/** Each number of the page may belong to another day now. */
export function useSetTimeZone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string | null) => request<SessionUser>('PUT', '/api/user/time-zone', { timeZone }),
    onSuccess: (user) => {
      client.setQueryData(currentUserKey, user);
      return client.invalidateQueries();
    },
  });
}

const sessionsKey = ['/api/sessions'] as const;

/** Read each time, because sessions come and go. */
export const useOwnSessions = () => useQuery<ListedSession[]>({ queryKey: sessionsKey, staleTime: 0, gcTime: 0 });

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => request<z.infer<(typeof endOtherSessions)['output']>>('POST', '/api/sessions/end-others'),
    onSuccess: useReadAgain(sessionsKey),
  });

/** A session that already ended returns an error; the list is read again in any case. */
export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/api/sessions/${id}`),
    onSettled: useReadAgain(sessionsKey),
  });
