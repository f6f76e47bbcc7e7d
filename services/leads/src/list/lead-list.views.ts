import type { Actor, LeadListRecord } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { businessJson, listedUserBusinessJson, ownerJson } from '../lead/lead-columns.js';
import { KeptAnswers } from './kept-answers.js';
import { isShortWord, leadConditions, owners, Parameters, shortWordConditions, type ScopedFilter } from './lead-filter.rules.js';
import { decodeCursor, encodeCursor, type Position } from './list-cursor.rules.js';

/** Where a lead stands in the order of the list. */
interface Place {
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
/** So many leads are looked at for each of a short word that is wanted, before the index is asked for all of them. */
const looksForOne = 50;
/** From here on a page is begun behind a lead that is found first. */
const farOffset = 10_000;

const orderOf = ({ sort }: ScopedFilter) => (sort === 'newest' ? 'assigned_at desc, id desc' : 'assigned_at, id');

@Injectable()
export class LeadListViews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly kept: KeptAnswers,
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

  /** The lead behind which a far page begins: a walk over an index, without looking at the leads. */
  private async before(offset: number, filter: ScopedFilter, actor: Actor) {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<Place>(
      `select assigned_at::text as "assignedAt", id from user_businesses where ${where}
       order by ${orderOf(filter)} limit 1 offset ${parameters.add(offset - 1)}`,
      parameters.values,
    );
    return row ?? null;
  }

  private async walk(filter: ScopedFilter, actor: Actor, stretch: Stretch, bytes: number): Promise<Walked> {
    const { sort } = filter;
    const from = stretch.cursor ? decodeCursor(stretch.cursor, sort) : undefined;
    const places = await this.placesBehind(from, filter, actor, stretch);
    const stretched = places.slice(0, stretch.limit);
    const leads = await this.read(stretched, owners(filter, actor));
    const taken = within(leads, bytes);
    // A lead that went away between the two looks is left out, and the walk goes on behind its place.
    const lastId = taken.length < leads.length ? taken.at(-1)!.userBusiness.id : stretched.at(-1)?.id;
    const last = stretched.find(({ id }) => id === lastId);
    const began = from?.began ?? this.clock.now().toISOString();
    const isEnd = !last || last === places.at(-1);
    return { leads: taken, nextCursor: isEnd ? null : encodeCursor({ ...last, began, sort }) };
  }

  /** Where the stretch's leads are, and one more where there is one. */
  private async placesBehind(from: Position | undefined, filter: ScopedFilter, actor: Actor, stretch: Stretch): Promise<Place[]> {
    const isShort = isShortWord(filter);
    const parameters = new Parameters();
    const conditions = [leadConditions(isShort ? { ...filter, q: undefined } : filter, actor, parameters)];
    if (from) {
      const behind = `(${parameters.add(from.assignedAt)}::timestamptz, ${parameters.add(from.id)}::int)`;
      conditions.push(`(assigned_at, id) ${filter.sort === 'newest' ? '<' : '>'} ${behind}`);
      // Newest first, what was assigned since lies before the walk anyway.
      if (filter.sort === 'oldest') conditions.push(`assigned_at <= ${parameters.add(from.began)}`);
    }
    const where = conditions.join(' and ');
    const limit = stretch.limit + 1;
    const { offset = 0 } = stretch;
    const find = (leads: string, beforehand = '') =>
      this.database.query<Place>(
        `${beforehand} select assigned_at::text as "assignedAt", id from ${leads} order by ${orderOf(filter)} limit ${limit} offset ${offset}`,
        parameters.values,
      );
    if (!isShort) return find(`user_businesses where ${where}`);

    // PostgreSQL knows the frequency of a short word badly: it would look for a rare one in the order of the list, at every
    // lead, and for a frequent one in the index, which has it a dozen times.
    const word = shortWordConditions(filter.q!, parameters);
    const most = looksForOne * (offset + limit);
    const near = `select id, assigned_at, name from user_businesses where ${where} order by ${orderOf(filter)} limit ${most}`;
    const places = await find(`(${near}) as near where ${word.looked}`);
    if (places.length === limit) return places;
    const matching = `select id, assigned_at from user_businesses where ${where} and ${word.indexed}`;
    return find('matching', `with matching as materialized (${matching})`);
  }

  /** Those that are still there and theirs, in this order: one statement for every filter, which PostgreSQL plans once. */
  private async read(places: readonly Place[], whose: ReturnType<typeof owners>): Promise<LeadListRecord[]> {
    const rows = await this.database.prepared<{ record: LeadListRecord }>(
      `select json_build_object(
           'business', ${businessJson}, 'userBusiness', ${listedUserBusinessJson}, 'user', ${ownerJson}
         ) as record
       from unnest($1::int[]) with ordinality as place (id, n)
       join user_businesses u using (id)
       join businesses b on b.id = u.business_id
       left join assignees a on a.id = u.user_id
       where $2::int is null or u.user_id = $2
       order by place.n`,
      [places.map(({ id }) => id), typeof whose === 'number' ? whose : null],
    );
    return rows.map(({ record }) => record);
  }
}

/** The first leads that fit, and at least one: a walk always goes on. */
function within(leads: LeadListRecord[], bytes: number): LeadListRecord[] {
  if (bytes === Infinity) return leads;
  let room = bytes;
  const end = leads.findIndex((lead, index) => (room -= Buffer.byteLength(JSON.stringify(lead)) + 1) < 0 && index > 0);
  return end < 0 ? leads : leads.slice(0, end);
}
