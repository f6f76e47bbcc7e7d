import { createHash, randomBytes } from 'node:crypto';
import type { OutputOf, readCalendar } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment } from '../lead/lead-columns.js';
import { isWorkable } from './workable.rules.js';

const maxLeads = 500;
const pastDays = 7;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The calendar addresses, one per user, stored as hashes (docs/product/one-lead.md#calendar). */
@Injectable()
export class Calendars {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async renew(userId: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.database.query(
      `insert into calendar_feeds (user_id, token_hash, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
      [userId, hashOf(token), this.clock.now()],
    );
    return token;
  }

  async since(userId: number): Promise<string | null> {
    const [feed] = await this.database.query<{ since: string }>(
      `select ${moment('created_at')} as since from calendar_feeds where user_id = $1`,
      [userId],
    );
    return feed?.since ?? null;
  }

  async end(userId: number): Promise<void> {
    await this.database.query('delete from calendar_feeds where user_id = $1', [userId]);
  }

  /** Rejects with 404 an unknown token, and that of a user who is not active. */
  async read(token: string): Promise<OutputOf<typeof readCalendar>> {
    const [owner] = await this.database.query<{ id: number }>(
      'select a.id from calendar_feeds join assignees a on a.id = user_id where token_hash = $1 and a.active',
      [hashOf(token)],
    );
    if (!owner) throw notFound('Calendar');
    const rows = await this.database.query<{ followUp: OutputOf<typeof readCalendar>['followUps'][number] }>(
      `select json_build_object('id', c.id, 'leadUuid', u.uuid, 'name', u.name, 'description', c.description,
         'scheduledAt', ${moment('c.scheduled_at')}) as "followUp"
       from (
         select id, uuid, name from user_businesses
         where user_id = $1 and follow_up_at > $2 and ${isWorkable}
         order by follow_up_at, id limit ${maxLeads}
       ) as u
       join contact_activities c on c.user_business_id = u.id
       where c.scheduled_at is not null and c.completed_at is null
       order by c.scheduled_at, c.id limit ${maxLeads}`,
      [owner.id, new Date(this.clock.now().getTime() - pastDays * 24 * 3_600_000)],
    );
    return { followUps: rows.map(({ followUp }) => followUp) };
  }
}
