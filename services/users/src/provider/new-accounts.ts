import { randomBytes } from 'node:crypto';
import type { Role } from '@lead-finder/contracts';
import { argon2id, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { hash } from '@node-rs/argon2';
import { AccountAccess } from '../user/account-access.js';
import type { User } from '../user/user.entity.js';
import { usernamesOf } from './claims.rules.js';

interface NewAccount {
  /** What the username is made from. */
  handle: string;
  email: string;
  fullName: string;
  role: Role;
  teamId?: number;
}

/** Creates the accounts of users whom a provider vouches for. They have no password. */
@Injectable()
export class NewAccounts {
  /** No user knows this password. */
  readonly unknownHash = hash(randomBytes(32).toString('base64url'), argon2id);

  constructor(
    private readonly database: Database,
    private readonly access: AccountAccess,
  ) {}

  async create({ handle, fullName, ...account }: NewAccount, provider: string): Promise<User> {
    const names = usernamesOf({ handle: handle.split('@')[0]! });
    // The first name is free for most.
    const free = (await this.firstFree(names.slice(0, 1))) ?? (await this.firstFree(names));
    const username = free ?? `user-${randomBytes(8).toString('hex')}`;
    return this.access.create(
      {
        ...account,
        username,
        fullName: fullName.length >= 2 ? fullName : username,
        monthlyGoal: 100,
        passwordHash: await this.unknownHash,
        hasNoPassword: true,
      },
      { provider },
    );
  }

  private async firstFree(names: readonly string[]): Promise<string | undefined> {
    const taken = await this.database.prepared<{ name: string }>(
      'select lower(username) as name from users where lower(username) = any ($1)',
      [names.map((name) => name.toLowerCase())],
    );
    return names.find((name) => !taken.some((row) => row.name === name.toLowerCase()));
  }
}
