import type { AuditEntry, listAudit, OutputOf, ParsedInputOf } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const searched = "lower(actor || ' ' || subject || ' ' || address || ' ' || request_id)";
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Reads the audit trail, newest first. The cursor is the key of the last entry. */
@Injectable()
export class AuditViews {
  constructor(private readonly database: Database) {}

  async list(filter: ParsedInputOf<typeof listAudit>): Promise<OutputOf<typeof listAudit>> {
    const parameters: unknown[] = [];
    const where = ['true'];
    const add = (sql: (parameter: string) => string, value: unknown) => where.push(sql(`$${parameters.push(value)}`));
    const { actor, action, from, to, q, cursor, pageSize, count } = filter;
    if (actor?.trim()) add((value) => `lower(actor) = ${value}`, actor.trim().toLowerCase());
    if (action) add((value) => `action = ${value}`, action);
    if (from) add((value) => `at >= ${value}::timestamptz`, from);
    if (to) add((value) => `at < ${value}::timestamptz`, to);
    if (q?.trim()) add((value) => `${searched} like ${value}`, `%${escapeLike(q.trim().toLowerCase())}%`);
    const total = count ? await this.count(where, parameters) : null;
    if (cursor) {
      const [at, id] = cursor.split('_').map(Number) as [number, number];
      where.push(`(at, id) < (to_timestamp($${parameters.push(at)} / 1000.0), $${parameters.push(id)})`);
    }
    const entries = await this.database.query<AuditEntry>(
      `select id::float8 as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id as "actorId",
         actor, action, subject, outcome, address, request_id as "requestId", details
       from audit.entries where ${where.join(' and ')} order by audit.entries.at desc, audit.entries.id desc limit ${pageSize}`,
      parameters,
    );
    const last = entries.length === pageSize ? entries.at(-1)! : null;
    return { entries, nextCursor: last && `${Date.parse(last.at)}_${last.id}`, total };
  }

  private async count(where: string[], parameters: unknown[]): Promise<number> {
    const [row] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from audit.entries where ${where.join(' and ')}`,
      parameters,
    );
    return row!.total;
  }
}
