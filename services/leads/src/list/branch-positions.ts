import type { Database } from '@lead-finder/platform';
import type { ListCursor } from './lead-cursors.rules.js';
import {
  filterConditions,
  isCounted,
  isShortWord,
  Parameters,
  scannedNameCondition,
  tagCondition,
  worked,
  type ScopedFilter,
} from './lead-filter.rules.js';
import { after, orderOf, readPositions, type Position, type Wanted } from './lead-positions.js';

/** Up to this many people, a list of a branch merges their lists. */
const maxMerged = 20;
/** Up to this many people, a search for rare leads reads the starts of their lists: this many leads, and then more. */
const maxStarted = 200;
const startsRead = [2_000, 8_000];
/** The list of a larger branch first scans at most this many leads of all users. */
const maxNear = 20_000;
/** The same limit for a scan of the index alone, which takes a tenth of the time. */
const maxIndexed = 60_000;

/** The columns of the index in the order of the list. */
const indexed = 'id, assigned_at, archived, existing_customer, status, imported, name';

/** Finds the leads of a page in the list of a branch. */
export class BranchPositions {
  constructor(private readonly database: Database) {}

  /** Whether the index in the order of the list has all columns of the filter but owner and tags. */
  static isIndexed({ q: _q, tag: _tag, ...rest }: ScopedFilter): boolean {
    return isCounted(rest);
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
    const isFew = people.length <= maxMerged;
    const isIndexed = BranchPositions.isIndexed(filter);
    const isTagged = Boolean(filter.tag?.length);
    if (isFew) return this.merged(people, from, filter, wanted);
    // The index of names is better for a word of archived leads, of which there are few.
    const isArchived = filter.archived === 'true';
    const isRare = isTagged ? Boolean(filter.q) || isArchived : isShortWord(filter) || Boolean(filter.q && !isArchived);
    if (isIndexed && isRare) return this.rare(people, from, filter, wanted);
    if (!isIndexed || filter.q || isTagged || worked(filter).length > 0) return null;
    const positions = await this.near(people, from, filter, wanted);
    return positions.length === wanted.limit ? positions : this.merged(people, from, filter, wanted);
  }

  /** Searches the starts of the lists of up to `maxStarted` people, and then or for more people that of everybody's list. */
  private async rare(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[] | null> {
    const ways: (() => Promise<Position[]>)[] = [];
    if (people.length <= maxStarted && wanted.offset === 0)
      ways.push(...startsRead.map((rows) => () => this.starts(people, from, filter, wanted, rows)));
    ways.push(() => this.nearByIndex(people, from, filter, wanted));
    for (const search of ways) {
      const positions = await search();
      if (positions.length === wanted.limit) return positions;
    }
    return null;
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
    // In this form PostgreSQL hashes the people and reads no further than it must.
    const theirs = `${near} where (user_id in (select unnest(${parameters.add(people)}::bigint[]))) is true`;
    return readPositions(this.database, theirs, filter, wanted, parameters.values);
  }

  /**
   * Reads as many leads of each person from the index. The result is complete up to the first of the leads where a start
   * ends.
   */
  private starts(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
    rows: number,
  ): Promise<Position[]> {
    const { q: _q, tag: _tag, ...rest } = filter;
    const parameters = new Parameters();
    const each = Math.ceil(rows / people.length);
    const person = `unnest(${parameters.add(people)}::bigint[]) as person`;
    const where = ['user_id = person', ...after(from, filter, parameters)].join(' and ');
    const own = `select ${indexed}, row_number() over () as n from (
        select ${indexed} from user_businesses where ${where} order by ${orderOf(filter)} limit ${each}
      ) as start`;
    const isNewest = filter.sort === 'newest';
    const ends = `${isNewest ? 'max' : 'min'}(assigned_at) filter (where n = ${each}) over () as "end"`;
    const starts = `(select own.*, ${ends} from ${person} cross join lateral (${own}) as own) as near`;
    const isComplete = `coalesce(assigned_at ${isNewest ? '>' : '<'} "end", true)`;
    const conditions = [isComplete, filterConditions(rest, parameters), ...readLast(filter, parameters)];
    return readPositions(
      this.database,
      `${starts} where ${conditions.join(' and ')}`,
      filter,
      wanted,
      parameters.values,
    );
  }

  private nearByIndex(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[]> {
    const { q: _q, tag: _tag, ...rest } = filter;
    const parameters = new Parameters();
    const behind = after(from, filter, parameters).join(' and ') || 'true';
    const near = `(select ${indexed} from user_businesses where ${behind} order by ${orderOf(filter)} limit ${maxIndexed}) as near`;
    const conditions = [filterConditions(rest, parameters), ...readLast(filter, parameters, people)];
    return readPositions(this.database, `${near} where ${conditions.join(' and ')}`, filter, wanted, parameters.values);
  }

  private merged(
    people: readonly number[],
    from: ListCursor | undefined,
    filter: ScopedFilter,
    wanted: Wanted,
  ): Promise<Position[]> {
    const { q, ...named } = filter;
    const { tag: _tag, ...rest } = named;
    const isTagLast = BranchPositions.isIndexed(filter) && (q !== undefined || filter.archived === 'true');
    const parameters = new Parameters();
    const person = `unnest(${parameters.add(people)}::bigint[]) as person`;
    const behind = after(from, rest, parameters);
    const conditions = isTagLast
      ? [filterConditions(rest, parameters), ...readLast(filter, parameters)]
      : [filterConditions(named, parameters), ...readLast({ q }, parameters)];
    const order = `order by ${orderOf(rest)}`;
    // With the offset PostgreSQL reads each one's index in order, and no index of the filter once per person.
    const near = `select ${isTagLast ? indexed : '*'} from user_businesses
      where ${['user_id = person', ...behind].join(' and ')} ${order} offset 0`;
    const own = `select id, assigned_at from (${near}) as near
      where ${conditions.join(' and ')} ${order} limit ${wanted.offset + wanted.limit}`;
    const merged = `${person} cross join lateral (${own}) as own`;
    return readPositions(this.database, merged, filter, wanted, parameters.values);
  }
}

/** The name, and then what only the lead has. PostgreSQL evaluates a subquery last. */
function readLast(
  { q, tag }: Pick<ScopedFilter, 'q' | 'tag'>,
  parameters: Parameters,
  people?: readonly number[],
): string[] {
  const read = [
    ...(people ? [`u.user_id = any (${parameters.add(people)}::bigint[])`] : []),
    ...(tag?.length ? [tagCondition(tag, parameters)] : []),
  ];
  return [
    ...(q ? [scannedNameCondition(q, parameters)] : []),
    ...(read.length > 0 ? [`(select ${read.join(' and ')} from user_businesses u where u.id = near.id)`] : []),
  ];
}
