import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { UserRepository } from '../user/user.repository.js';
import { Revocations } from './revocations.js';

/** Sessions that their own people end. */
@Injectable()
export class SessionEnding {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
  ) {}

  signOut(tokenHash: string): Promise<void> {
    return this.database.transaction(async () => {
      const userId = await this.revocations.end(tokenHash);
      const user = userId === null ? null : await this.users.find(userId);
      if (user) await this.audit.add({ action: 'sign_out', actor: user, subject: user.username });
    });
  }

  endOthers(actor: Actor, sessionId: string): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.revocations.endAllOf(actor.id, sessionId);
      await this.audit.add({ action: 'sessions_ended', actor, subject: actor.username, details: { ended } });
      return ended;
    });
  }
}
