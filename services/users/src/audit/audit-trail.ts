import type { AuditAction } from '@lead-finder/contracts';
import { Clock, currentContext, currentRequestId, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

export interface AuditedAction {
  action: AuditAction;
  /** The signed-in user; null without a session. */
  actor: { id: number; username: string; token?: { name: string } | undefined } | null;
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

type Row = readonly unknown[];

/** Entries join the transaction of the change, at its end. The database rejects changes of existing entries. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  add({ action, actor, subject, outcome = 'done', details = {}, address, at }: AuditedAction): Promise<void> {
    return this.database.collect(this.insert, [
      at ?? this.clock.now(),
      actor?.id ?? null,
      plain(actor?.username ?? ''),
      action,
      plain(subject),
      outcome,
      plain(address ?? currentContext()?.address ?? ''),
      plain(currentRequestId()),
      JSON.stringify({ ...details, ...(actor?.token && { token: actor.token.name }) }, (_, value: unknown) =>
        typeof value === 'string' ? plain(value) : value,
      ),
    ]);
  }

  private readonly insert = async (rows: readonly Row[]): Promise<void> => {
    await this.database.prepared(
      `insert into audit.entries (at, actor_id, actor, action, subject, outcome, address, request_id, details)
       select * from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::jsonb[])`,
      rows[0]!.map((_, column) => rows.map((row) => row[column])),
    );
  };
}
