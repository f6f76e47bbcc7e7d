import { randomBytes } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../session/session.repository.js';
import { SignInKey } from '../session/sign-in-key.js';

export const passkeyMinutes = 10;

/**
 * Challenges for passkeys. A signed token in a cookie of the browser holds one, so requests of strangers write no row.
 * The row of a used one stays until it would have ended.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly database: Database,
    private readonly key: SignInKey,
    private readonly clock: Clock,
  ) {}

  /** `purpose` says what the challenge is for, and must be the same when it is used. */
  async issue(...purpose: (string | number)[]): Promise<{ token: string; challenge: Buffer }> {
    const end = this.clock.now().getTime() + passkeyMinutes * 60_000;
    const content = `${end}.${randomBytes(32).toString('base64url')}`;
    const token = `${content}.${await this.key.sign('passkey', content, ...purpose)}`;
    return { token, challenge: challengeOf(token) };
  }

  async isValid(token: string, ...purpose: (string | number)[]): Promise<boolean> {
    const [end = '', random = '', signature = ''] = token.split('.');
    const isOwn = await this.key.isSignature(signature, 'passkey', `${end}.${random}`, ...purpose);
    return isOwn && Number(end) > this.clock.now().getTime();
  }

  /** Returns false if it was used before. Joins the transaction of its use. */
  async useUp(token: string): Promise<boolean> {
    const used = await this.database.query(
      `insert into used_passkey_challenges (challenge_hash, used_at) values ($1, $2)
       on conflict do nothing returning 1`,
      [hashToken(token), this.clock.now()],
    );
    return used.length > 0;
  }
}

/** Returns what the authenticator signs. */
export const challengeOf = (token: string): Buffer => Buffer.from(hashToken(token), 'base64url');
