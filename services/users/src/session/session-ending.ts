import type { Actor } from '@lead-finder/contracts';
import { Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { Revocations } from './revocations.js';

/** Ends sessions for their users and for administrators, with an entry in the audit trail. */
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

  /** Rejects with 404 if the user has no such session. */
  endOne(actor: Actor, userId: number, sessionId: string): Promise<void> {
    return this.database.transaction(async () => {
      const { username } = await this.userOf(userId);
      if (!(await this.revocations.endOne(userId, sessionId))) throw notFound('Session');
      await this.audit.add({ action: 'session_ended', actor, subject: username, details: { id: userId, sessionId } });
    });
  }

  endAll(actor: Actor, userId: number): Promise<number> {
    return this.database.transaction(async () => {
      const { username } = await this.userOf(userId);
      const ended = await this.revocations.endAllOf(userId);
      await this.audit.add({ action: 'user_sessions_ended', actor, subject: username, details: { id: userId, ended } });
      return ended;
    });
  }

  private async userOf(userId: number): Promise<User> {
    const user = await this.users.find(userId);
    if (!user) throw notFound('User');
    return user;
  }
}
