import type { IdentityProvider } from '@lead-finder/contracts';
import type { StoredProvider } from './stored-provider.js';

/** What a provider says about a user. */
export type Claims = Record<string, unknown> & { sub: string };

/** The secrets of a sign-in that waits for its provider. */
export interface Checks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Exchange extends Checks {
  /** The callback's query. */
  query: string;
  /** The claims that came to another address before the callback, already checked. */
  answer: Claims | null;
}

export interface Exchanged {
  claims: Claims;
  /** What a sign-out at the provider needs. */
  idToken: string | null;
}

/**
 * How a protocol signs people in. Accounts, roles, tests, the log and sessions do not know which one it is. Every failure
 * is a SignInRefusal.
 */
export interface SignInProtocol {
  /** What the administrator enters at the provider. */
  addresses(id: number): Pick<IdentityProvider, 'redirectAddress' | 'backChannelAddress' | 'entityId'>;
  /** Returns where the browser signs in. `isFresh` reads the provider's description anew. */
  authorizationAddress(provider: StoredProvider, checks: Checks, isFresh?: boolean): Promise<string>;
  claims(provider: StoredProvider, exchange: Exchange): Promise<Exchanged>;
  /** Returns where the browser signs out, or null if the provider has no such page. */
  signOutAddress(provider: StoredProvider, idToken: string): Promise<string | null>;
}
