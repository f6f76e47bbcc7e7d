import type { Actor, LeadListRecord } from '@lead-finder/contracts';
import { Clock, Database, decodeCursor, encodeCursor } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { businessJson, listedUserBusinessJson, ownerJson } from '../lead/lead-columns.js';
import { QueryCache } from './query-cache.js';
import {
  chosenStatuses,
  isCounted,
  isShortWord,
  leadConditions,
  scannedNameCondition,
  owners,
  Parameters,
  tagCondition,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { listCursorOf, type ListCursor } from './list-cursor.rules.js';

/** Where a lead stands in the order of the list. */
interface Position {
  assignedAt: string;
  id: number;
}
export interface LeadPage {
  leads: LeadListRecord[];
  nextCursor: string | null;
}
interface PageRange {
  cursor?: string | undefined;
  limit: number;
  /** Leads to leave out first, where there is no cursor. */
  offset?: number;
}

type Wanted = Required<Pick<PageRange, 'limit' | 'offset'>>;

/** What one answer of a walk holds at most (design, section 3). */
const maxRows = 500;
const maxBytes = 512 * 1024;
/** So many leads are looked at for each with a short word that is wanted, before the index is asked for all of them. */
const scannedPerMatch = 50;
/** The same for a word of any length and a tag, which fewer leads have both. */
const scannedPerTaggedMatch = 250;
/** From here on a page is begun behind a lead that is found first. */
const farOffset = 10_000;

const orderOf = ({ sort }: ScopedFilter) => (sort === 'newest' ? 'assigned_at desc, id desc' : 'assigned_at, id');

function conditionsAfter(
  from: ListCursor | undefined,
  filter: ScopedFilter,
  actor: Actor,
  parameters: Parameters,
): string {
  const conditions = [leadConditions(filter, actor, parameters)];
  if (from) {
    const behind = `(${parameters.add(from.assignedAt)}::timestamptz, ${parameters.add(from.id)}::int)`;
    conditions.push(`(assigned_at, id) ${filter.sort === 'newest' ? '<' : '>'} ${behind}`);
    // Newest first, what was assigned since lies before the walk anyway.
    if (filter.sort === 'oldest') conditions.push(`assigned_at <= ${parameters.add(from.began)}`);
  }
  return conditions.join(' and ');
}

@Injectable()
export class LeadListViews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
  ) {}

  /** A page, or what follows a cursor. */
  async page(filter: ScopedFilter, actor: Actor, { offset = 0, ...stretch }: PageRange): Promise<LeadPage> {
    if (offset < farOffset) return this.scan(filter, actor, { ...stretch, offset }, Infinity);
    const about = [filter, owners(filter, actor), offset];
    // Where it begins stays put for whoever pages there.
    const positionBefore = await this.cache.of(
      'page',
      about,
      () => this.before(offset, filter, actor),
      () => true,
    );
    if (!positionBefore) return { leads: [], nextCursor: null };
    const began = this.clock.now().toISOString();
    return this.scan(
      filter,
      actor,
      { ...stretch, cursor: encodeCursor({ ...positionBefore, began, sort: filter.sort } satisfies ListCursor) },
      Infinity,
    );
  }

  /** The next piece of the whole list: as many as fit into one message. */
  pull(filter: ScopedFilter, actor: Actor, cursor: string | undefined): Promise<LeadPage> {
    return this.scan(filter, actor, { cursor, limit: maxRows }, maxBytes);
  }

  /** The lead behind which a far page begins: a walk over an index, without looking at the leads. */
  private async before(offset: number, filter: ScopedFilter, actor: Actor) {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const [row] = await this.database.query<Position>(
      `select assigned_at::text as "assignedAt", id from user_businesses where ${where}
       order by ${orderOf(filter)} limit 1 offset ${parameters.add(offset - 1)}`,
      parameters.values,
    );
    return row ?? null;
  }

  private async scan(filter: ScopedFilter, actor: Actor, stretch: PageRange, bytes: number): Promise<LeadPage> {
    const { sort } = filter;
    const from = stretch.cursor ? decodeCursor(listCursorOf(sort), stretch.cursor) : undefined;
    const places = await this.positionsAfter(from, filter, actor, stretch);
    const shown = places.slice(0, stretch.limit);
    const leads = await this.read(shown, owners(filter, actor));
    const fitting = within(leads, bytes);
    // A lead that went away between the two looks is left out, and the walk goes on behind its place.
    const lastId = fitting.length < leads.length ? fitting.at(-1)!.userBusiness.id : shown.at(-1)?.id;
    const last = shown.find(({ id }) => id === lastId);
    const began = from?.began ?? this.clock.now().toISOString();
    const isEnd = !last || last === places.at(-1);
    return { leads: fitting, nextCursor: isEnd ? null : encodeCursor({ ...last, began, sort } satisfies ListCursor) };
  }

  /** Where the stretch's leads are, and one more where there is one. */
  private async positionsAfter(
    from: ListCursor | undefined,
    filter: ScopedFilter,
    actor: Actor,
    stretch: PageRange,
  ): Promise<Position[]> {
    const wanted = { offset: stretch.offset ?? 0, limit: stretch.limit + 1 };
    const isShort = isShortWord(filter);
    if (isShort || (filter.q && filter.tag?.length && wanted.offset === 0)) {
      const places = await this.positionsNearStart(from, filter, actor, wanted);
      if (places) return places;
    }
    const parameters = new Parameters();
    const statuses = [...new Set(filter.status)];
    if (statuses.length > 1 && isCounted(filter)) {
      // Each by its own index: where few of them are left, one walk over all leads would look at nearly each of them.
      const each = statuses.map((one) => {
        const where = conditionsAfter(from, { ...filter, status: [one] }, actor, parameters);
        return `(select id, assigned_at from user_businesses where ${where} order by ${orderOf(filter)} limit ${wanted.offset + wanted.limit})`;
      });
      return this.places(`(${each.join(' union all ')}) as matching`, filter, wanted, parameters.values);
    }
    const where = conditionsAfter(from, filter, actor, parameters);
    if (!isShort) return this.places(`user_businesses where ${where}`, filter, wanted, parameters.values);
    // PostgreSQL knows the frequency of a short word badly: it would look for a rare one in the order of the list, at every
    // lead, and for a frequent one in the index, which has it a dozen times.
    const matching = `select id, assigned_at from user_businesses where ${where}`;
    return this.places('matching', filter, wanted, parameters.values, `with matching as materialized (${matching})`);
  }

  /**
   * The same, looked for at the beginning of the order, whose index has the names: tags are read of those alone that have
   * the word. Null where that finds too few and there are more leads to look at.
   */
  private async positionsNearStart(
    from: ListCursor | undefined,
    filter: ScopedFilter,
    actor: Actor,
    wanted: Wanted,
  ): Promise<Position[] | null> {
    const { q, tag, ...rest } = filter;
    const parameters = new Parameters();
    const where = conditionsAfter(from, rest, actor, parameters);
    const ordered = `select id, assigned_at, name from user_businesses where ${where} order by ${orderOf(filter)}`;
    const ofOrder = [...parameters.values];
    const scanned = (tag?.length ? scannedPerTaggedMatch : scannedPerMatch) * (wanted.offset + wanted.limit);
    const tagged = tag?.length
      ? `and exists (select from user_businesses u where u.id = near.id and ${tagCondition(tag, parameters)})`
      : '';
    const near = `(${ordered} limit ${scanned}) as near where ${scannedNameCondition(q!, parameters)} ${tagged}`;
    const places = await this.places(near, filter, wanted, parameters.values);
    if (places.length === wanted.limit) return places;
    const [next] = await this.database.query(`${ordered} limit 1 offset ${scanned}`, ofOrder);
    return next ? null : places;
  }

  private places(
    leads: string,
    filter: ScopedFilter,
    { offset, limit }: Wanted,
    values: unknown[],
    beforehand = '',
  ): Promise<Position[]> {
    const sql = `${beforehand} select assigned_at::text as "assignedAt", id from ${leads} order by ${orderOf(filter)} limit ${limit} offset ${offset}`;
    // Where nothing is looked for, planning takes as long as reading, and whosever leads they are, one index has them in order.
    const isPlain = offset === 0 && isCounted(filter) && !chosenStatuses(filter);
    return isPlain ? this.database.prepared<Position>(sql, values) : this.database.query<Position>(sql, values);
  }

  /** Those that are still there and theirs, in this order: one statement for every filter, which PostgreSQL plans once. */
  private async read(places: readonly Position[], whose: ReturnType<typeof owners>): Promise<LeadListRecord[]> {
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
