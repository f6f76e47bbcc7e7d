import { randomBytes } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../session/session.repository.js';
import type { StoredProvider } from './stored-provider.js';
import { SignInRefusal } from './sign-in-refusal.js';

export interface SignInState {
  nonce: string;
  codeVerifier: string;
  returnTo: string;
  /** The administrator who tests; null for a sign-in. */
  testedBy: number | null;
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
    await this.database.query(
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

  /** Uses the state up, also if the sign-in then fails. */
  async take(state: string, browserToken: string, { id, version }: StoredProvider): Promise<SignInState> {
    const since = new Date(this.clock.now().getTime() - stateMinutes * 60_000);
    const [found] = await this.database.query<SignInState & { browserHash: string; isCurrent: boolean }>(
      `delete from provider_sign_in_states where state_hash = $1 and created_at > $2
       returning browser_hash as "browserHash", nonce, code_verifier as "codeVerifier", return_to as "returnTo",
         tested_by as "testedBy", provider_id = $3 and provider_version = $4 as "isCurrent"`,
      [hashToken(state), since, id, version],
    );
    if (!found?.isCurrent)
      throw new SignInRefusal('state_unknown', 'The state is unknown, used or older than ten minutes');
    if (found.browserHash !== hashToken(browserToken))
      throw new SignInRefusal(
        'other_browser',
        'The cookie of this sign-in is missing or another one',
        'redirect address',
      );
    return found;
  }
}
