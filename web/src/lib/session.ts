import type { registration, SessionUser, signInForm } from '@lead-finder/contracts';
import { createContext, useContext } from 'react';
import type { z } from 'zod';

export type { SessionUser };
export type SignInForm = z.infer<typeof signInForm>;
export type Registration = z.infer<typeof registration>;

export interface Session {
  /** Null when nobody is signed in, undefined while it is not known. */
  user: SessionUser | null | undefined;
  /** Why it is not known; `retry` asks again. */
  error: unknown;
  retry: () => void;
  /** The person signed out by the button; a session that ended by itself leaves it false. */
  hasLeft: boolean;
  /** Somebody was signed in here, and is no more. */
  hasEnded: boolean;
  signIn: (form: SignInForm) => Promise<unknown>;
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

/** The signed-in person, on pages that are shown to nobody else. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser must be used on a page that requires a session');
  return user;
}

/** 'Admin' in the screens means any role containing admin (specification section 6). */
export const isAdmin = (user: Pick<SessionUser, 'role'>): boolean => user.role.includes('admin');

/** Who may see the team's progress and reassign any business. */
export const isLeader = (user: Pick<SessionUser, 'role'>): boolean => isAdmin(user) || user.role === 'manager';
