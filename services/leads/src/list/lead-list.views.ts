import { pageSizes, type Actor, type LeadListRecord } from '@lead-finder/contracts';
import { Clock, Database, encodeCursor } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { businessJson, listedUserBusinessJson, namingItsPool, ownerJson, poolJson } from '../lead/lead-columns.js';
import type { Owners } from '../lead/lead.policy.js';
import { BranchPositions } from './branch-positions.js';
import { decodeListCursor, endOfList, type ListCursor } from './lead-cursors.rules.js';
import { fieldConditions, rarest, veryFewEntries } from './field-entries.rules.js';
import { after, isPlannedOnce, orderOf, readPositions, type Position, type Wanted } from './lead-positions.js';
import { capped, hasStoredTotal, LeadTotals, storedTotal, type Total } from './lead-totals.js';
import { QueryCache } from './query-cache.js';
import {
  isBranch,
  isCounted,
  filterConditions,
  inHashed,
  isShortWord,
  leadConditions,
  scannedNameCondition,
  owners,
  tagCondition,
  worked,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';

export interface LeadPage {
  leads: LeadListRecord[];
  nextCursor: string | null;
  previousCursor: string | null;
}
interface PageRange {
  cursor?: string | undefined;
  limit: number;
  offset?: number;
}

/** Limits of one message of a pull. */
const maxRows = 500;
const maxBytes = 512 * 1024;
/** For a short word, a query first scans this many leads per wanted match, and then falls back to the index. */
const scannedPerMatch = 50;
/** The same limit for a word of any length with a tag, or a short one with a custom field. Fewer leads have both. */
const scannedPerRarerMatch = 250;
/** For more people, PostgreSQL plans longer than it reads. */
const maxPlanned = 200;
/** From this offset on, a query first finds the lead before the page and continues after it. */
const farOffset = 10_000;

/** A lead `u` as a record of a list. */
const recordJson = `json_build_object(
  'business', ${businessJson}, 'userBusiness', ${listedUserBusinessJson}, 'user', ${ownerJson}, 'pool', ${poolJson}
)`;
const joined = `join businesses b on b.id = u.business_id left join assignees a on a.id = u.user_id`;

const opposite = { newest: 'oldest', oldest: 'newest' } as const;

const conditionsAfter = (
  from: ListCursor | undefined,
  filter: ScopedFilter,
  actor: Actor,
  parameters: Parameters,
): string => [leadConditions(filter, actor, parameters), ...after(from, filter, parameters)].join(' and ');

@Injectable()
export class LeadListViews {
  private readonly branches: BranchPositions;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly totals: LeadTotals,
  ) {
    this.branches = new BranchPositions(database);
  }

  /** Returns a page and the total of its list. Rejects an invalid cursor with 400. */
  async pageAndTotal(filter: ScopedFilter, actor: Actor, range: PageRange, exact = false): Promise<LeadPage & Total> {
    // Each size is another statement, and a process prepares a limited number of them.
    const isOffered = pageSizes.some((size) => size === range.limit);
    const isFirst = !range.cursor && !range.offset;
    const whose = owners(filter, actor);
    // In the order of all leads, the newest archived ones may come after a million others.
    const isMerged = whose === 'all' && worked(filter).length > 1;
    const isStored = hasStoredTotal(filter) && !isMerged && !isBranch(whose);
    if (isFirst && isOffered && isStored && isPlannedOnce(filter, whose))
      return this.firstPage(filter, actor, range.limit, exact || isCounted(filter));
    const { entries: _ofPage, ...counted } = filter;
    const [page, total] = await Promise.all([this.page(filter, actor, range), this.totals.of(counted, actor, exact)]);
    return { ...page, ...total };
  }

  /** Reads the first page and the total in one prepared statement. `filter` must satisfy `hasStoredTotal`. */
  private async firstPage(
    filter: ScopedFilter,
    actor: Actor,
    limit: number,
    exact: boolean,
  ): Promise<LeadPage & Total> {
    const parameters = new Parameters();
    const { sort } = filter;
    const order = orderOf(filter);
    // PostgreSQL reads the first leads from the index alone if it needs no other column of them.
    const first = `select id from user_businesses where ${leadConditions(filter, actor, parameters)} order by ${order} limit ${limit}`;
    const total = storedTotal(filter, actor, parameters);
    const rows = await this.database.prepared<Position & { record: LeadListRecord; total: number }>(
      `select ${recordJson} as record, u.id, u.assigned_at::text as "assignedAt", ${total} as total
       from (${first}) as shown join user_businesses u using (id) ${joined} order by ${order}`,
      parameters.values,
    );
    const last = rows.at(-1);
    const position = last && { assignedAt: last.assignedAt, id: last.id, began: this.clock.now().toISOString(), sort };
    return {
      leads: rows.map(({ record }) => namingItsPool(record)),
      nextCursor: position && last.total > rows.length ? encodeCursor(position satisfies ListCursor) : null,
      previousCursor: null,
      ...capped(last?.total ?? 0, exact),
    };
  }

  /** Returns a page, or the leads after a cursor. Rejects an invalid cursor with 400. */
  private async page(filter: ScopedFilter, actor: Actor, { offset = 0, ...range }: PageRange): Promise<LeadPage> {
    if (offset < farOffset) return this.scan(filter, actor, { ...range, offset }, Infinity);
    const key = [filter, owners(filter, actor), offset];
    // The position is cached, so that a far page starts at the same lead while a user pages there.
    const last = await this.cache.of(
      'page',
      key,
      () => this.positionBefore(offset, filter, actor),
      () => true,
    );
    const began = this.clock.now().toISOString();
    const { sort } = filter;
    return this.scan(
      filter,
      actor,
      { ...range, cursor: encodeCursor({ ...(last ?? endOfList(sort)), began, sort } satisfies ListCursor) },
      Infinity,
    );
  }

  /** Returns the next leads of the whole list, as many as one message carries. Rejects an invalid cursor with 400. */
  pull(filter: ScopedFilter, actor: Actor, cursor: string | undefined): Promise<LeadPage> {
    return this.scan(filter, actor, { cursor, limit: maxRows }, maxBytes);
  }

  /** Finds the last lead before a far page by an index-only scan. */
  private async positionBefore(offset: number, filter: ScopedFilter, actor: Actor) {
    const parameters = new Parameters();
    const where = leadConditions(filter, actor, parameters);
    const before = { offset: offset - 1, limit: 1 };
    const leads = `user_businesses where ${where}`;
    const [last] = await readPositions(this.database, leads, filter, before, parameters.values);
    return last ?? null;
  }

  private async scan(filter: ScopedFilter, actor: Actor, range: PageRange, bytes: number): Promise<LeadPage> {
    const { sort } = filter;
    const from = range.cursor ? decodeListCursor(range.cursor, sort) : undefined;
    const isBack = from?.back ?? false;
    const direction = isBack ? { ...filter, sort: opposite[sort] } : filter;
    const positions = await this.positionsAfter(from, direction, actor, range);
    const shown = positions.slice(0, range.limit);
    const hasMore = positions.length > shown.length;
    if (isBack) shown.reverse();
    const leads = await this.records(
      shown.map(({ id }) => id),
      owners(filter, actor),
    );
    const fitting = within(leads, bytes);
    const isCut = fitting.length < leads.length;
    // A lead may vanish between the two queries. The page omits it, and the scan continues after its position.
    const lastId = isCut ? fitting.at(-1)!.userBusiness.id : shown.at(-1)?.id;
    const last = shown.find(({ id }) => id === lastId);
    const began = from?.began ?? this.clock.now().toISOString();
    const cursorAt = (position: Position, back?: true) =>
      encodeCursor({ ...position, began, sort, back } satisfies ListCursor);
    const hasPrevious = isBack ? hasMore : from !== undefined || (range.offset ?? 0) > 0;
    return {
      leads: fitting,
      nextCursor: last && (isCut || isBack || hasMore) ? cursorAt(last) : null,
      previousCursor: hasPrevious ? cursorAt(shown[0] ?? endOfList(sort), true) : null,
    };
  }

  /** Returns the positions of the page's leads, and one more if there is one. */
  private async positionsAfter(
    from: ListCursor | undefined,
    filter: ScopedFilter,
    actor: Actor,
    range: PageRange,
  ): Promise<Position[]> {
    const wanted = { offset: range.offset ?? 0, limit: range.limit + 1 };
    const whose = owners(filter, actor);
    const people = whose !== 'all' && isBranch(whose) ? whose : null;
    const ofBranch = people && (await this.branches.of(people, from, filter, wanted));
    if (ofBranch) return ofBranch;
    const isShort = isShortWord(filter);
    const isRare = (rarest(filter.entries)?.entries ?? Infinity) <= veryFewEntries;
    const isSearched = people !== null && BranchPositions.isFor(people, filter);
    if (!isSearched && !isRare && (isShort || (filter.q && filter.tag?.length && wanted.offset === 0))) {
      const positions = await this.positionsNearStart(from, filter, actor, wanted);
      if (positions) return positions;
    }
    const parameters = new Parameters();
    const parts = worked(filter);
    if (parts.length > 1 && isCounted(filter)) {
      // PostgreSQL would plan each part with each of so many people.
      const hashed = people && people.length > maxPlanned ? inHashed(people, parameters) : null;
      // If few leads have these statuses, one scan would read nearly all leads.
      const each = parts.map((part) => {
        const where = hashed
          ? [filterConditions(part, parameters), ...after(from, part, parameters), hashed].join(' and ')
          : conditionsAfter(from, part, actor, parameters);
        return `(select id, assigned_at from user_businesses where ${where} order by ${orderOf(filter)} limit ${wanted.offset + wanted.limit})`;
      });
      return readPositions(
        this.database,
        `(${each.join(' union all ')}) as matching`,
        filter,
        wanted,
        parameters.values,
      );
    }
    if (!isShort) {
      const where = conditionsAfter(from, filter, actor, parameters);
      return readPositions(this.database, `user_businesses where ${where}`, filter, wanted, parameters.values, {
        whose,
      });
    }
    // PostgreSQL estimates the frequency of a short word badly. It would scan the whole list for a rare word, and use the
    // index, which has a dozen entries per name, for a frequent one. The word is looked for in the few leads of a rare value.
    const { q, ...rest } = filter;
    const where = conditionsAfter(from, isRare ? rest : filter, actor, parameters);
    const matching = `select id, assigned_at${isRare ? ', name' : ''} from user_businesses where ${where}`;
    return readPositions(
      this.database,
      isRare ? `matching where ${scannedNameCondition(q!, parameters)}` : 'matching',
      filter,
      wanted,
      parameters.values,
      { beforehand: `with matching as materialized (${matching})` },
    );
  }

  /**
   * Searches at the start of the order, whose index has the names, and reads tags and custom fields only of leads with the
   * word. Returns null if it finds too few and there are more leads to scan.
   */
  private async positionsNearStart(
    from: ListCursor | undefined,
    filter: ScopedFilter,
    actor: Actor,
    wanted: Wanted,
  ): Promise<Position[] | null> {
    const { q, tag = [], field = [], ...rest } = filter;
    const parameters = new Parameters();
    const where = conditionsAfter(from, rest, actor, parameters);
    const ordered = `select id, assigned_at, name from user_businesses where ${where} order by ${orderOf(filter)}`;
    const ofOrder = [...parameters.values];
    const perMatch = tag.length + field.length > 0 ? scannedPerRarerMatch : scannedPerMatch;
    const scanned = perMatch * (wanted.offset + wanted.limit);
    const conditions = [scannedNameCondition(q!, parameters)];
    if (tag.length)
      conditions.push(
        `exists (select from user_businesses u where u.id = near.id and ${tagCondition(tag, parameters)})`,
      );
    if (field.length) conditions.push(fieldConditions(field, undefined, parameters));
    const near = `(${ordered} limit ${scanned}) as near where ${conditions.join(' and ')}`;
    const positions = await readPositions(this.database, near, filter, wanted, parameters.values);
    if (positions.length === wanted.limit) return positions;
    const [next] = await this.database.query(`${ordered} limit 1 offset ${scanned}`, ofOrder);
    return next ? null : positions;
  }

  /** Reads leads that still belong to the chosen user. PostgreSQL plans this statement once for all filters. */
  async records(ids: readonly number[], whose: Owners): Promise<LeadListRecord[]> {
    const rows = await this.database.prepared<{ record: LeadListRecord }>(
      `select ${recordJson} as record
       from unnest($1::bigint[]) with ordinality as wanted (id, n)
       join user_businesses u using (id) ${joined}
       where $2::bigint[] is null or u.user_id = any ($2)
       order by wanted.n`,
      [ids, whose === 'all' ? null : whose],
    );
    return rows.map(({ record }) => namingItsPool(record));
  }
}

/** Returns the first leads that fit, at least one, so that a scan always advances. */
function within(leads: LeadListRecord[], bytes: number): LeadListRecord[] {
  if (bytes === Infinity) return leads;
  let room = bytes;
  const end = leads.findIndex((lead, index) => (room -= Buffer.byteLength(JSON.stringify(lead)) + 1) < 0 && index > 0);
  return end < 0 ? leads : leads.slice(0, end);
}
