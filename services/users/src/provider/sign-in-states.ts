import { randomBytes } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../session/session.repository.js';
import type { Claims } from './sign-in-protocol.js';
import { SignInRefusal } from './sign-in-refusal.js';
import type { StoredProvider } from './stored-provider.js';

interface WaitingSignIn {
  nonce: string;
  /** The administrator who tests; null for a sign-in. */
  testedBy: number | null;
}

export interface SignInState extends WaitingSignIn {
  codeVerifier: string;
  returnTo: string;
  answer: Claims | null;
}

export const stateMinutes = 10;

/** The sign-ins that wait for their provider: for ten minutes, once, and in the browser that began them. */
@Injectable()
export class SignInStates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the state for the provider and the token of the browser's cookie. */
  async begin({ id, version }: StoredProvider, returnTo: string, testedBy: number | null) {
    const [state, browserToken, nonce, codeVerifier] = Array.from({ length: 4 }, () =>
      randomBytes(32).toString('base64url'),
    ) as [string, string, string, string];
    await this.database.prepared(
      `insert into provider_sign_in_states (state_hash, browser_hash, provider_id, provider_version, nonce, code_verifier,
         return_to, tested_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        hashToken(state),
        hashToken(browserToken),
        id,
        version,
        nonce,
        codeVerifier,
        returnTo,
        testedBy,
        this.clock.now(),
      ],
    );
    return { state, browserToken, nonce, codeVerifier };
  }

  /** Returns a sign-in whose answer has not come, without its browser: a post from another site has no cookie. */
  async waiting(state: string, { id, version }: StoredProvider): Promise<WaitingSignIn> {
    const [found] = await this.database.query<WaitingSignIn>(
      `select nonce, tested_by as "testedBy" from provider_sign_in_states
       where state_hash = $1 and created_at > $2 and provider_id = $3 and provider_version = $4 and answer is null`,
      [hashToken(state), this.earliest(), id, version],
    );
    return found ?? unknownState();
  }

  /** Stores the checked answer, once. */
  async answer(state: string, claims: Claims): Promise<void> {
    const stored = await this.database.query(
      'update provider_sign_in_states set answer = $2 where state_hash = $1 and answer is null returning 1',
      [hashToken(state), JSON.stringify(claims)],
    );
    if (stored.length === 0) unknownState();
  }

  /** Ends a sign-in whose answer was refused. */
  async drop(state: string): Promise<void> {
    await this.database.query('delete from provider_sign_in_states where state_hash = $1 and answer is null', [
      hashToken(state),
    ]);
  }

  /** Uses the state up, also if the sign-in then fails. */
  async take(state: string, browserToken: string, { id, version }: StoredProvider): Promise<SignInState> {
    const [found] = await this.database.prepared<SignInState & { browserHash: string; isCurrent: boolean }>(
      `delete from provider_sign_in_states where state_hash = $1 and created_at > $2
       returning browser_hash as "browserHash", nonce, code_verifier as "codeVerifier", return_to as "returnTo",
         tested_by as "testedBy", answer, provider_id = $3 and provider_version = $4 as "isCurrent"`,
      [hashToken(state), this.earliest(), id, version],
    );
    if (!found?.isCurrent) return unknownState();
    if (found.browserHash !== hashToken(browserToken))
      throw new SignInRefusal(
        'other_browser',
        'The cookie of this sign-in is missing or another one',
        'redirect address',
      );
    return found;
  }

  private earliest(): Date {
    return new Date(this.clock.now().getTime() - stateMinutes * 60_000);
  }
}

function unknownState(): never {
  throw new SignInRefusal('state_unknown', 'The state is unknown, used or older than ten minutes');
}
