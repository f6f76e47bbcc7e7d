import { createHash, randomBytes } from 'node:crypto';
import { Clock, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const hourMs = 60 * 60_000;

/** How long a link is valid (docs/product/accounts.md#reset-link). */
export const lifetimes = { reset: hourMs, invitation: 7 * 24 * hourMs };
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The links that set a new password, stored as hashes. Callers that change them must lock the account's row. */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the token of a new link and ends the others; returns null after `maxPerHour` links. */
  async issue(userId: number, maxPerHour: number, lifetime: keyof typeof lifetimes = 'reset'): Promise<string | null> {
    const now = this.clock.now();
    const [row] = await this.database.query<{ issued: number }>(
      'select count(*)::int as issued from password_reset_tokens where user_id = $1 and created_at > $2',
      [userId, new Date(now.getTime() - hourMs)],
    );
    if (row!.issued >= maxPerHour) return null;
    const token = randomBytes(32).toString('base64url');
    await this.endAllOf(userId);
    await this.database.query(
      'insert into password_reset_tokens (user_id, token, expires_at, created_at) values ($1, $2, $3, $4)',
      [userId, hashOf(token), new Date(now.getTime() + lifetimes[lifetime]), now],
    );
    return token;
  }

  /** Returns the user of the link. Rejects with 400 if the token is unknown, used, ended or expired. */
  async verify(token: string): Promise<number> {
    const [row] = await this.database.query<{ user_id: number }>(
      'select user_id from password_reset_tokens where token = $1 and not used and expires_at > $2',
      [hashOf(token), this.clock.now()],
    );
    if (!row) throw staleToken();
    return row.user_id;
  }

  /** Ends all links of an account, when its password or address changes (docs/product/accounts.md#reset-link). */
  async endAllOf(userId: number): Promise<void> {
    await this.database.query('update password_reset_tokens set used = true where user_id = $1 and not used', [userId]);
  }
}

const staleToken = () => invalidField('token', 'Invalid or expired token. Please request a new reset link.');
