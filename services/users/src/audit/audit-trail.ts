import type { AuditAction } from '@lead-finder/contracts';
import { Clock, currentContext, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

export interface Done {
  action: AuditAction;
  /** Who did it; null where nobody was signed in. */
  actor: { id: number; username: string } | null;
  /** What it was done to, as text that outlives it. */
  subject: string;
  outcome?: 'done' | 'refused';
  details?: object;
  /** Where the request doesn't say it: facts that other services told. */
  address?: string;
  at?: Date;
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** One line stays one line, whatever somebody typed (ASVS 16.4.1). */
const plain = (text: string) => text.replace(invisible, ' ').slice(0, 500);

/** Adds to the audit trail, in the transaction of what it tells of. The database refuses every change of what is there. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add({ action, actor, subject, outcome = 'done', details = {}, address, at }: Done): Promise<void> {
    await this.database.query(
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
