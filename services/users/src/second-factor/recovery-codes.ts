import { createHash, randomBytes } from 'node:crypto';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const codes = 10;
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 24 of 32 characters are 120 random bits, so a plain hash suffices (ASVS 6.5.2). */
const newCode = () =>
  [...randomBytes(24)]
    .map((byte) => alphabet[byte % 32]!)
    .join('')
    .replace(/.{6}(?=.)/g, '$&-');
const hashOf = (code: string) =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');

/** Codes that replace a lost second factor, each once. They are stored as hashes. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Replaces all codes of the user, and returns the new ones. */
  async renew(userId: number): Promise<string[]> {
    const fresh = Array.from({ length: codes }, newCode);
    await this.remove(userId);
    await this.database.query(
      'insert into recovery_codes (user_id, code_hash, created_at) select $1, unnest($2::text[]), $3',
      [userId, fresh.map(hashOf), this.clock.now()],
    );
    return fresh;
  }

  /** Returns whether the code was valid, which ends it. */
  async use(userId: number, code: string): Promise<boolean> {
    const used = await this.database.query(
      'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning 1',
      [userId, hashOf(code), this.clock.now()],
    );
    return used.length > 0;
  }

  async left(userId: number): Promise<number> {
    const [row] = await this.database.query<{ left: number }>(
      'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
      [userId],
    );
    return row!.left;
  }

  async remove(userId: number): Promise<void> {
    await this.database.query('delete from recovery_codes where user_id = $1', [userId]);
  }
}
