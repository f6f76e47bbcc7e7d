import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { SecretBox } from '../session/secret-box.js';

const period = 30;
const purposeOf = (userId: number) => `authenticator of ${userId}`;

/** The authenticator apps (RFC 6238). Callers must lock the user, so that two uses of one code run one after the other. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Stores a new secret that counts after `confirm`. It returns the secret, which nothing returns again. */
  async begin(userId: number, username: string): Promise<{ secret: string; uri: string }> {
    const totp = new TOTP({ issuer: 'Lead Finder', label: username, secret: new Secret({ size: 20 }) });
    const secret = totp.secret.base32;
    await this.database.query(
      `insert into authenticators (user_id, pending_secret) values ($1, $2)
       on conflict (user_id) do update set pending_secret = $2`,
      [userId, await this.box.seal(secret, purposeOf(userId))],
    );
    return { secret, uri: totp.toString() };
  }

  /** Returns whether the code belongs to the pending secret, which then replaces the former one. */
  async confirm(userId: number, code: string): Promise<boolean> {
    const [row] = await this.database.query<{ sealed: string | null }>(
      'select pending_secret as sealed from authenticators where user_id = $1',
      [userId],
    );
    const step = row?.sealed ? await this.stepOf(userId, row.sealed, code) : null;
    if (step === null) return false;
    await this.database.query(
      `update authenticators set secret = pending_secret, pending_secret = null, confirmed_at = $2, last_step = $3
       where user_id = $1`,
      [userId, this.clock.now(), step],
    );
    return true;
  }

  /** Returns whether the code is right. Uses it up, with all earlier ones. */
  async use(userId: number, code: string): Promise<boolean> {
    const [row] = await this.database.query<{ sealed: string | null; lastStep: number }>(
      'select secret as sealed, last_step as "lastStep" from authenticators where user_id = $1',
      [userId],
    );
    const step = row?.sealed ? await this.stepOf(userId, row.sealed, code) : null;
    if (step === null || step <= row!.lastStep) return false;
    await this.database.query('update authenticators set last_step = $2 where user_id = $1', [userId, step]);
    return true;
  }

  async confirmedAt(userId: number): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }>(
      'select confirmed_at as at from authenticators where user_id = $1',
      [userId],
    );
    return row?.at ?? null;
  }

  /** Returns whether there was one. */
  async remove(userId: number): Promise<boolean> {
    const [row] = await this.database.query<{ at: Date | null }>(
      'delete from authenticators where user_id = $1 returning confirmed_at as at',
      [userId],
    );
    return Boolean(row?.at);
  }

  /** Returns the time step of the code, or null if it is none of this, the last and the next one. */
  private async stepOf(userId: number, sealed: string, code: string): Promise<number | null> {
    const secret = Secret.fromBase32(await this.box.open(sealed, purposeOf(userId)));
    const timestamp = this.clock.now().getTime();
    const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 });
    return delta === null ? null : Math.floor(timestamp / 1_000 / period) + delta;
  }
}
