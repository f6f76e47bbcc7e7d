import type { registration, SessionUser, signInForm } from '@lead-finder/contracts';
import { createContext, useContext } from 'react';
import type { z } from 'zod';

export type { SessionUser };
export type SignInForm = z.infer<typeof signInForm>;
export type Registration = z.infer<typeof registration>;

export interface Session {
  /** Null without a session, undefined while it loads. */
  user: SessionUser | null | undefined;
  /** The error of the load; `retry` loads again. */
  error: unknown;
  retry: () => void;
  /** True after a sign-out by the button, false after a session that ended by itself. */
  hasLeft: boolean;
  /** True if a user was signed in on this page and no longer is. */
  hasEnded: boolean;
  /** Resolves with the code of a failure, such as `second_step_required`. */
  signIn: (form: SignInForm) => Promise<string | undefined>;
  signInByPasskey: () => Promise<string | undefined>;
  finishSignIn: (form: { code: string; remember: boolean }) => Promise<string | undefined>;
  register: (form: Registration) => Promise<unknown>;
  signOut: () => void;
  isSigningOut: boolean;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

/** The signed-in user, on pages that require one. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser must be used on a page that requires a session');
  return user;
}

/** True for any role that contains 'admin' (docs/product/roles-and-permissions.md#roles). */
export const isAdmin = (user: Pick<SessionUser, 'role'>): boolean => user.role.includes('admin');

export type PeopleList = '/api/admin/users' | '/api/users-for-reassignment';
/** Where the active users are whose leads this user sees beside the own ones, or null. */
export function peopleListOf(user: Pick<SessionUser, 'role' | 'managesTeam'>): PeopleList | null {
  if (isAdmin(user)) return '/api/admin/users';
  return user.managesTeam ? '/api/users-for-reassignment' : null;
}

/** False for a lead of another user that a manager of teams sees but does not own, and for a lead in a pool. */
export const mayChange = (user: Pick<SessionUser, 'id' | 'managesTeam'>, ownerId: number | null): boolean =>
  ownerId !== null && (!user.managesTeam || user.id === ownerId);

/** True if the user may see the team's progress and reassign any business. */
export const isLeader = (user: Pick<SessionUser, 'role'>): boolean => isAdmin(user) || user.role === 'manager';
