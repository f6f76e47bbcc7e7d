import type { Actor, LeadListRecord } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { businessJson, listedUserBusinessJson, ownerJson } from '../lead/lead-columns.js';
import { KeptAnswers } from './kept-answers.js';
import { isShortWord, leadConditions, owners, Parameters, type ScopedFilter } from './lead-filter.rules.js';
import { LeadTotals } from './lead-totals.js';
import { decodeCursor, encodeCursor } from './list-cursor.rules.js';

interface Row {
  record: LeadListRecord;
  assignedAt: string;
  id: number;
}
export interface Walked {
  leads: LeadListRecord[];
  nextCursor: string | null;
}
interface Stretch {
  cursor?: string | undefined;
  limit: number;
  /** Leads to leave out first, where there is no cursor. */
  offset?: number;
}

/** What one answer of a walk holds at most (design, section 3). */
const mostRows = 500;
const mostBytes = 512 * 1024;
/** From here on a page is begun behind a lead that is found first. */
const farOffset = 10_000;

const orderOf = ({ sort }: ScopedFilter) => (sort === 'newest' ? 'assigned_at desc, id desc' : 'assigned_at, id');

@Injectable()
export class LeadListViews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly kept: KeptAnswers,
    private readonly totals: LeadTotals,
  ) {}

  /** A page, or what follows a cursor. */
  async page(filter: ScopedFilter, actor: Actor, { offset = 0, ...stretch }: Stretch): Promise<Walked> {
    if (offset < farOffset) return this.walk(filter, actor, { ...stretch, offset }, Infinity);
    const about = [filter, owners(filter, actor), offset];
    // Where it begins stays put for whoever pages there.
    const before = await this.kept.of('page', about, () => this.before(offset, filter, actor), () => true);
    if (!before) return { leads: [], nextCursor: null };
    const began = this.clock.now().toISOString();
    return this.walk(filter, actor, { ...stretch, cursor: encodeCursor({ ...before, began, sort: filter.sort }) }, Infinity);
  }

  /** The next piece of the whole list: as many as fit into one message. */
  pull(filter: ScopedFilter, actor: Actor, cursor: string | undefined): Promise<Walked> {
    return this.walk(filter, actor, { cursor, limit: mostRows }, mostBytes);
  }

  /**
   * PostgreSQL takes each of a short word's twelve patterns for more frequent than it is, and would look for a rare one in
   * the order of the list, at every lead.
   */
  private async isRare(filter: ScopedFilter, actor: Actor): Promise<boolean> {
    return isShortWord(filter) && (await this.totals.of(filter, actor)).totalIsExact;
  }

  /** The lead behind which a far page begins: a walk over an index, without looking at the leads. */
  private async before(offset: number, filter: ScopedFilter, actor: Actor) {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<{ assignedAt: string; id: number }>(
      `select assigned_at::text as "assignedAt", id from user_businesses where ${where}
       order by ${orderOf(filter)} limit 1 offset ${parameters.add(offset - 1)}`,
      parameters.values,
    );
    return row ?? null;
  }

  private async walk(filter: ScopedFilter, actor: Actor, stretch: Stretch, bytes: number): Promise<Walked> {
    const { sort } = filter;
    const from = stretch.cursor ? decodeCursor(stretch.cursor, sort) : undefined;
    const began = from?.began ?? this.clock.now().toISOString();
    const parameters = new Parameters();
    const conditions = [leadConditions(filter, actor, parameters)];
    if (from) {
      const behind = `(${parameters.add(from.assignedAt)}::timestamptz, ${parameters.add(from.id)}::int)`;
      conditions.push(`(assigned_at, id) ${sort === 'newest' ? '<' : '>'} ${behind}`);
      // Newest first, what was assigned since lies before the walk anyway.
      if (sort === 'oldest') conditions.push(`assigned_at <= ${parameters.add(began)}`);
    }
    const order = orderOf(filter);
    const where = conditions.join(' and ');
    const matching = (await this.isRare(filter, actor))
      ? `with matching as materialized (select id, assigned_at from user_businesses where ${where}) select id from matching`
      : `select id from user_businesses where ${where}`;
    const rows = await this.database.query<Row>(
      `select json_build_object(
           'business', ${businessJson}, 'userBusiness', ${listedUserBusinessJson}, 'user', ${ownerJson}
         ) as record, u.assigned_at::text as "assignedAt", u.id
       from (
         ${matching}
         order by ${order} limit ${parameters.add(stretch.limit + 1)} offset ${parameters.add(stretch.offset ?? 0)}
       ) as page
       join user_businesses u using (id)
       join businesses b on b.id = u.business_id
       left join assignees a on a.id = u.user_id
       order by ${order.replaceAll(/\b(assigned_at|id)\b/g, 'u.$1')}`,
      parameters.values,
    );
    const taken = within(rows.slice(0, stretch.limit), bytes);
    const last = taken.at(-1);
    const isEnd = taken.length === rows.length || !last;
    return {
      leads: taken.map((row) => row.record),
      nextCursor: isEnd ? null : encodeCursor({ assignedAt: last.assignedAt, id: last.id, began, sort }),
    };
  }
}

/** The first rows that fit, and at least one: a walk always goes on. */
function within(rows: Row[], bytes: number): Row[] {
  if (bytes === Infinity) return rows;
  let room = bytes;
  const end = rows.findIndex(
    ({ record }, index) => (room -= Buffer.byteLength(JSON.stringify(record)) + 1) < 0 && index > 0,
  );
  return end < 0 ? rows : rows.slice(0, end);
}
