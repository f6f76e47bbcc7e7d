import type { AuditAction } from '@lead-finder/contracts';
import { Clock, currentContext, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

export interface AuditedAction {
  action: AuditAction;
  /** The signed-in user; null without a session. */
  actor: { id: number; username: string } | null;
  /** The object of the action, as text that outlives it. */
  subject: string;
  outcome?: 'done' | 'refused';
  details?: object;
  /** Set if the request context has none: facts of other services. */
  address?: string;
  at?: Date;
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** Replaces line breaks and other invisible characters of typed text (ASVS 16.4.1). */
const plain = (text: string) => text.replace(invisible, ' ').slice(0, 500);

/** Entries join the transaction of the change. The database rejects changes of existing entries. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add({ action, actor, subject, outcome = 'done', details = {}, address, at }: AuditedAction): Promise<void> {
    await this.database.prepared(
      `insert into audit.entries (at, actor_id, actor, action, subject, outcome, address, request_id, details)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        at ?? this.clock.now(),
        actor?.id ?? null,
        plain(actor?.username ?? ''),
        action,
        plain(subject),
        outcome,
        plain(address ?? currentContext()?.address ?? ''),
        plain(currentRequestId()),
        JSON.stringify(details, (_, value: unknown) => (typeof value === 'string' ? plain(value) : value)),
      ],
    );
  }
}
