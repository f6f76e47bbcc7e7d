import { createHmac, timingSafeEqual } from 'node:crypto';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Signs and hashes with the random key of the deployment, which all replicas read from the database. */
@Injectable()
export class SignInKey {
  private key: Promise<string> | undefined;

  constructor(private readonly database: Database) {}

  async sign(...parts: (string | number)[]): Promise<string> {
    return createHmac('sha256', await (this.key ??= this.read()))
      .update(JSON.stringify(parts))
      .digest('base64url');
  }

  async isSignature(given: string, ...parts: (string | number)[]): Promise<boolean> {
    return this.isEqual(given, await this.sign(...parts));
  }

  /** Compares in a time that depends on the length alone. */
  isEqual(given: string, expected: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(expected)];
    return one.length === other.length && timingSafeEqual(one, other);
  }

  private async read(): Promise<string> {
    try {
      const [row] = await this.database.query<{ key: string }>('select key from sign_in_key');
      return row!.key;
    } catch (error) {
      this.key = undefined;
      throw error;
    }
  }
}
