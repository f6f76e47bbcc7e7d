import type { registration } from '@lead-finder/contracts';
import { Database, forbidden } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import { Passwords } from '../password/passwords.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

/** Registration is open only while no user exists; the first one becomes admin (decisions, section 3). */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
  ) {}

  isWanted(): Promise<boolean> {
    return this.users.isEmpty();
  }

  async register({ password, ...fields }: z.output<typeof registration>): Promise<User> {
    if (!(await this.isWanted())) throw closed();
    const passwordHash = await this.passwords.hashNew(password);
    return this.database.transaction(async () => {
      // Two first visitors at the same moment: the second one finds the door shut.
      await this.database.query("select pg_advisory_xact_lock(hashtextextended('users.first', 0))");
      if (!(await this.isWanted())) throw closed();
      const user = await this.users.add({ ...fields, passwordHash, role: 'admin', monthlyGoal: 100 });
      await this.audit.add({ action: 'registered', actor: user, subject: user.username });
      return user;
    });
  }
}

const closed = () => forbidden('Registration is closed. Ask your manager for an account.');
