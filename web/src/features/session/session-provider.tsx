import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { forgetPersonalStores, personalStore, tabStore } from '../../lib/browser-store';
import { automatically, HttpError, onSessionEnd } from '../../lib/http';
import { leavePage } from '../../lib/leave-page';
import { paths } from '../../lib/paths';
import { type Session, SessionContext, type SessionUser } from '../../lib/session';
import { settingsKey } from '../../lib/settings';
import { useToast } from '../../ui/toasts';
import {
  changePasswordKey,
  currentUserKey,
  useCurrentUser,
  useFinishSignIn,
  useRegister,
  useSignIn,
  useSignInByPasskey,
  useSignOut,
} from './api';

/** The user whose lists and drafts this browser and this tab store. Another user's sign-in clears them. */
const owner = personalStore<number | null>('owner', null);
const ownerInTab = tabStore<number | null>('owner', null);

/** The session of the page: loaded once, set by a sign-in or registration, cleared by a sign-out or any 401. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const current = useCurrentUser();
  const { mutateAsync: postSignIn } = useSignIn();
  const { mutateAsync: postSecondStep } = useFinishSignIn();
  const { mutateAsync: postPasskey } = useSignInByPasskey();
  const { mutateAsync: postRegistration } = useRegister();
  const { mutate: postSignOut, isPending: isSigningOut } = useSignOut();
  const [hasLeft, setHasLeft] = useState(false);
  const [hasEnded, setHasEnded] = useState(false);
  const user = current.data;
  const lastId = useRef<number>(undefined);

  // Asks the server again, because a late 401 may belong to the previous session.
  useEffect(
    () =>
      onSessionEnd(() => {
        if (!client.getQueryData(currentUserKey) || client.isMutating({ mutationKey: changePasswordKey })) return;
        void automatically(() => client.refetchQueries({ queryKey: currentUserKey }, { cancelRefetch: false }));
      }),
    [client],
  );

  useEffect(
    () =>
      owner.onOtherTab(() => {
        if (owner.read() === null) setHasLeft(true);
        void automatically(() => client.refetchQueries({ queryKey: currentUserKey }));
      }),
    [client],
  );

  // Runs during the render: a page reads the stores in its first render, and its effects run before this one's.
  const [seenId, setSeenId] = useState<number | null>(null);
  if (seenId !== (user?.id ?? null)) {
    setSeenId(user?.id ?? null);
    setHasEnded(!user);
    if (user) setHasLeft(false);
    if (user && owner.read() !== user.id) {
      forgetPersonalStores(localStorage);
      owner.write(user.id);
    }
    if (user && ownerInTab.read() !== user.id) {
      forgetPersonalStores(sessionStorage);
      ownerInTab.write(user.id);
    }
  }

  useEffect(() => {
    if (user === null && lastId.current) {
      const preserved: unknown[] = [currentUserKey[0], settingsKey[0]];
      client.removeQueries({ predicate: ({ queryKey }) => !preserved.includes(queryKey[0]) });
    }
    // Another tab signed in another user, whose page starts anew.
    if (user && lastId.current && user.id !== lastId.current) leavePage.to(paths.home);
    lastId.current = user?.id;
  }, [client, user]);

  const session = useMemo<Session>(() => {
    const enter = (entered: SessionUser) => client.setQueryData(currentUserKey, entered);
    const enterBy = (signingIn: Promise<SessionUser>, fallback?: string) =>
      signingIn.then(
        (entered) => {
          enter(entered);
          toast.success('Login successful', `Welcome back, ${entered.fullName}`);
          return undefined;
        },
        (error: unknown) => {
          const code = error instanceof HttpError ? error.code : undefined;
          if (code !== 'second_step_required') toast.failure(error, 'Login failed', fallback);
          return code ?? 'failed';
        },
      );
    return {
      user,
      error: current.error,
      retry: () => void current.refetch(),
      hasLeft,
      hasEnded,
      isSigningOut,
      signIn: (form) => enterBy(postSignIn(form)),
      signInByPasskey: () => enterBy(postPasskey(), 'No passkey was used. Try again, or use your password.'),
      finishSignIn: (form) => enterBy(postSecondStep(form)),
      register: (form) =>
        postRegistration(form).then(
          (entered) => {
            enter(entered);
            toast.success('Registration successful', `Welcome, ${entered.fullName}`);
          },
          (error: unknown) => {
            toast.failure(error, 'Registration failed');
            throw error;
          },
        ),
      signOut: () =>
        postSignOut(undefined, {
          onSuccess: (answer) => {
            setHasLeft(true);
            forgetPersonalStores(localStorage, sessionStorage);
            if (answer.redirectTo) leavePage.to(answer.redirectTo);
            client.setQueryData(currentUserKey, null);
            toast.success('Logged out', 'You have been logged out successfully.');
          },
          onError: (error) => toast.failure(error, 'Logout failed'),
        }),
    };
  }, [
    client,
    current,
    hasEnded,
    hasLeft,
    isSigningOut,
    postPasskey,
    postRegistration,
    postSecondStep,
    postSignIn,
    postSignOut,
    toast,
    user,
  ]);

  return <SessionContext value={session}>{children}</SessionContext>;
}
