import type { Actor, AuditAction } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { wrongPassword } from '../user/account-access.js';
import { UserRepository } from '../user/user.repository.js';
import { Passwords } from './passwords.js';

/** The password that a signed-in user types before a change of the own account. */
@Injectable()
export class PresentPassword {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the hash that it matches. Otherwise 400, with an entry in the audit trail for the refused action; it is
   * counted against nobody: only sign-ins are (decisions, section 3).
   */
  async prove(actor: Actor, typed: string, action: AuditAction): Promise<string> {
    const proven = (await this.users.find(actor.id))?.passwordHash;
    if (proven !== undefined && (await this.passwords.matches(typed, proven))) return proven;
    const details = { reason: 'the present password was wrong' };
    await this.audit.add({ action, actor, subject: actor.username, outcome: 'refused', details });
    throw wrongPassword();
  }
}
