import type { Database } from '@lead-finder/platform';
import { endOfList, type ListCursor } from './lead-cursors.rules.js';
import {
  filterConditions,
  inHashed,
  isCounted,
  isShortWord,
  scannedNameCondition,
  worked,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { Parameters } from './parameters.js';
import { after, orderOf, readPositions, type Position, type Wanted } from './lead-positions.js';

/** Up to this many people, a list of a branch merges their lists. */
const maxMerged = 20;
/** Up to this many people, a search reads the starts of their lists, chunk after chunk. */
const maxStarted = 200;
/** The leads of the first chunk, of a later one, and of all. Rarer leads have an index. */
const chunkSize = { first: 4_000, min: 2_000, max: 8_000, all: 12_000 };
const maxEnds = 500;
const maxAgeMs = 60_000;
/** The list of a larger branch first scans at most this many leads of all users. */
const maxNear = 20_000;
/** The same limit for a scan of the index alone, which takes a tenth of the time. */
const maxIndexed = 60_000;

/** The columns of the index in the order of the list. That of each user also has the state. */
const indexed = 'id, assigned_at, archived, existing_customer, status, imported, name';
const indexedOfUser = `${indexed}, state`;

interface Chunk {
  positions: Position[];
  /** The last lead up to which the chunk is complete, or null if no lead follows. */
  end: Position | null;
}

/** Finds the leads of a page in the list of a branch. */
export class BranchPositions {
  /** Where pages ended a moment ago: the next request reads as far first. */
  private readonly ends = new Map<string, { end: Position; at: number }>();

  constructor(private readonly database: Database) {}

  /** Whether the indexes in the order of the list have all columns of the filter but tags and coordinates. */
  static isFor(
    people: readonly number[],
    { q: _q, tag: _tag, located: _located, state, ...rest }: ScopedFilter,
  ): boolean {
    // For more people the index of states is better.
    return isCounted(rest) && (state === undefined || people.length <= maxStarted);
  }

  /**
   * Merges the lists of a few people. For more people it searches at the start of everybody's list, and merges only if
   * too few of those leads are theirs. Returns null if another query is better.
   */
  async of(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[] | null> {
    if (!BranchPositions.isFor(people, filter)) return null;
    const isFew = people.length <= maxMerged;
    const isTagged = Boolean(filter.tag?.length);
    if (isFew && !(filter.q && isTagged)) return this.merged(people, from, filter, wanted);
    // The index of names is better for a word of archived leads, of which there are few.
    const isArchived = filter.archived === 'true';
    const isRare = isTagged ? Boolean(filter.q) || isArchived : isShortWord(filter) || Boolean(filter.q && !isArchived);
    if (isRare) return this.rare(people, from, filter, wanted);
    if (!isCounted(filter) || worked(filter).length > 0) return null;
    const positions = await this.near(people, from, filter, wanted);
    return positions.length === wanted.limit ? positions : this.merged(people, from, filter, wanted);
  }

  /** Searches the starts of the lists of up to `maxStarted` people, for more people that of everybody's list. */
  private async rare(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[] | null> {
    if (people.length <= maxStarted) return this.started(people, from, filter, wanted);
    const positions = await this.nearByIndex(people, from, filter, wanted);
    return positions.length === wanted.limit ? positions : null;
  }

  private near(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[]> {
    const parameters = new Parameters();
    const where = [filterConditions(filter, parameters), ...after(from, filter, parameters)].join(' and ');
    const near = `(select id, assigned_at, user_id from user_businesses where ${where} order by ${orderOf(filter)} limit ${maxNear}) as near`;
    const theirs = `${near} where ${inHashed(people, parameters)}`;
    return readPositions(this.database, theirs, filter, wanted, parameters.values);
  }

  /** Reads chunks of the people's lists until the page is full. Returns null if it finds too few and there are more leads. */
  private async started(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    { offset, limit }: Wanted,
  ): Promise<Position[] | null> {
    const found: Position[] = [];
    const key = JSON.stringify([filter, people.length, people[0], people.at(-1), from, offset, limit]);
    const known = this.ends.get(key);
    let upTo: Position | number = known && known.at > performance.now() - maxAgeMs ? known.end : chunkSize.first;
    let start = from;
    for (let read = 0; read < chunkSize.all;) {
      const missing = offset + limit - found.length;
      const { positions, end } = await this.chunk(people, start, filter, upTo, missing);
      found.push(...positions);
      if (positions.length === missing) this.remember(key, found.at(-1)!);
      if (end === null || positions.length === missing) return found.slice(offset);
      read += typeof upTo === 'number' ? upTo : chunkSize.first;
      const expected = (1.6 * read * (missing - positions.length)) / Math.max(1, found.length);
      upTo = Math.round(Math.min(chunkSize.max, Math.max(chunkSize.min, expected)));
      start = { ...end, sort: filter.sort, began: from?.began ?? endOfList('oldest').assignedAt };
    }
    return null;
  }

  private remember(key: string, end: Position): void {
    this.ends.delete(key);
    this.ends.set(key, { end, at: performance.now() });
    if (this.ends.size > maxEnds) this.ends.delete(this.ends.keys().next().value!);
  }

  /**
   * Reads as many leads of each person, up to the first of the leads where such a start ends, or all up to a position. It
   * reads the index alone.
   */
  private async chunk(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    upTo: Position | number,
    limit: number,
  ): Promise<Chunk> {
    const parameters = new Parameters();
    const person = `unnest(${parameters.add(people)}::bigint[]) as person`;
    const own = ['user_id = person', ...after(from, filter, parameters)].join(' and ');
    const order = orderOf(filter);
    const last = endOfList(filter.sort);
    const isBefore = `(assigned_at, id) ${filter.sort === 'newest' ? '>=' : '<='}
      (coalesce((select assigned_at from last), '${last.assignedAt}'), coalesce((select id from last), ${last.id}))`;
    const conditions = [indexedConditions(filter, parameters), ...readLast(filter, parameters)].join(' and ');
    const lastOfEach = (size: number) => `select last.* from ${person} cross join lateral (
           select assigned_at, id from user_businesses where ${own}
           order by ${order} limit 1 offset ${Math.ceil(size / people.length) - 1}
         ) as last order by ${order} limit 1`;
    const given = ({ assignedAt, id }: Position) =>
      `select ${parameters.add(assignedAt)}::timestamptz as assigned_at, ${parameters.add(id)}::bigint as id`;
    const [chunk] = await this.database.query<Chunk>(
      `with last as (
         ${typeof upTo === 'number' ? lastOfEach(upTo) : given(upTo)}
       ), found as (
         select near.* from ${person} cross join lateral (
           select ${indexedOfUser} from user_businesses where ${own} and ${isBefore} offset 0
         ) as near where ${conditions} order by ${order} limit ${limit}
       )
       select coalesce((
         select json_agg(json_build_object('assignedAt', assigned_at::text, 'id', id) order by ${order}) from found
       ), '[]') as positions, (
         select json_build_object('assignedAt', assigned_at::text, 'id', id) from last
       ) as "end"`,
      parameters.values,
    );
    return chunk!;
  }

  private nearByIndex(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[]> {
    const parameters = new Parameters();
    const behind = after(from, filter, parameters).join(' and ') || 'true';
    const near = `(select ${indexed} from user_businesses where ${behind} order by ${orderOf(filter)} limit ${maxIndexed}) as near`;
    const conditions = [indexedConditions(filter, parameters), ...readLast(filter, parameters, people)];
    return readPositions(this.database, `${near} where ${conditions.join(' and ')}`, filter, wanted, parameters.values);
  }

  private merged(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[]> {
    const isReadLast = filter.q !== undefined || filter.state !== undefined || filter.archived === 'true';
    const parameters = new Parameters();
    const person = `unnest(${parameters.add(people)}::bigint[]) as person`;
    const behind = after(from, filter, parameters);
    const conditions = isReadLast
      ? [indexedConditions(filter, parameters), ...readLast(filter, parameters)]
      : [filterConditions(filter, parameters)];
    const order = `order by ${orderOf(filter)}`;
    // With the offset PostgreSQL reads each one's index in order, and no index of the filter once per person.
    const near = `select ${isReadLast ? indexedOfUser : '*'} from user_businesses
      where ${['user_id = person', ...behind].join(' and ')} ${order} offset 0`;
    const own = `select id, assigned_at from (${near}) as near
      where ${conditions.join(' and ')} ${order} limit ${wanted.offset + wanted.limit}`;
    const merged = `${person} cross join lateral (${own}) as own`;
    return readPositions(this.database, merged, filter, wanted, parameters.values);
  }
}

/** The conditions on columns of the index in the order of the list, except the name. */
function indexedConditions(filter: ScopedFilter, parameters: Parameters): string {
  const { q: _q, tag: _tag, located: _located, state, ...rest } = filter;
  const conditions = filterConditions(rest, parameters);
  // PostgreSQL would evaluate an equation last, after the name.
  return state === undefined ? conditions : `${conditions} and state is not distinct from ${parameters.add(state)}`;
}

/** The name, and then what only the lead has. PostgreSQL evaluates a subquery last. */
function readLast(filter: ScopedFilter, parameters: Parameters, people?: readonly number[]): string[] {
  const { q, tag, located, scope, sort } = filter;
  const unindexed = { tag, located, scope, sort, archived: 'any', existingCustomers: true } as const;
  const read = [
    ...(people ? [`user_id = any (${parameters.add(people)}::bigint[])`] : []),
    ...(tag?.length || located !== undefined ? [filterConditions(unindexed, parameters)] : []),
  ];
  return [
    ...(q ? [scannedNameCondition(q, parameters)] : []),
    ...(read.length > 0 ? [`(select ${read.join(' and ')} from user_businesses u where u.id = near.id)`] : []),
  ];
}
