import type { OutputOf, ParsedInputOf, register, setup } from '@lead-finder/contracts';
import { Database, forbidden } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Passwords } from '../password/passwords.js';
import { SetupToken } from './setup-token.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

/** Registration is open until the first user exists (docs/product/accounts.md#first-administrator). */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly setupToken: SetupToken,
    private readonly audit: AuditTrail,
  ) {}

  async setup({ loopbackOnly }: ParsedInputOf<typeof setup>): Promise<OutputOf<typeof setup>> {
    const registrationOpen = await this.users.isEmpty();
    const setupTokenRequired = registrationOpen && !loopbackOnly;
    if (setupTokenRequired && (await this.setupToken.isMissing())) {
      await this.oneAtATime(async () => {
        if ((await this.users.isEmpty()) && (await this.setupToken.isMissing())) await this.setupToken.make();
      });
    }
    return { registrationOpen, setupTokenRequired };
  }

  async register({
    password,
    setupToken,
    loopbackOnly,
    origin,
    ...fields
  }: ParsedInputOf<typeof register>): Promise<User> {
    await this.assertOpen();
    try {
      if (!loopbackOnly) await this.setupToken.check(setupToken, origin.address);
    } catch (error) {
      // The token ends with the registration of another.
      await this.assertOpen();
      throw error;
    }
    const passwordHash = await this.passwords.hashNew(password, fields, { keys: ['first administrator'] });
    return this.oneAtATime(async () => {
      await this.assertOpen();
      const user = await this.users.add({ ...fields, passwordHash, role: 'admin', monthlyGoal: 100 });
      await this.setupToken.end();
      await this.audit.add({ action: 'registered', actor: user, subject: user.username });
      return user;
    });
  }

  private async assertOpen(): Promise<void> {
    if (!(await this.users.isEmpty())) throw forbidden('Registration is closed. Ask your manager for an account.');
  }

  /** If two first visitors register at the same moment, the second one is rejected. */
  private oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.lock('users.first');
      return work();
    });
  }
}
