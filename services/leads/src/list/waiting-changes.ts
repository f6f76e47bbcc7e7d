import { Database } from '@lead-finder/platform';

/** Roll-ups of different partitions run at the same time. */
const partitions = 8;
/** The number of changes that one transaction rolls up. */
const maxChanges = 20_000;

type Changes = 'lead_count_changes' | 'lead_value_changes' | 'lead_cell_changes';

/** Stored counts, whose changes wait in a table of their own until a roll-up adds them. */
export interface RolledUpCounts {
  readonly changes: Changes;
  /** SQL for an integer of a change. Changes of different partitions seldom change the same stored row. */
  readonly partition: string;
  /**
   * Adds the changes that `taken` deletes and returns, and returns their number. It changes stored rows in one order,
   * those of all partitions last, so that roll-ups neither end in a deadlock nor wait for long.
   */
  rollUp(taken: string): Promise<number>;
}

/** Partitions that one transaction rolls up. */
export interface WaitingParts {
  counts: RolledUpCounts;
  parts: number[];
  /** The number of their changes. */
  count: number;
}

const partOf = (counts: RolledUpCounts) => `(${counts.partition}) & ${partitions - 1}`;

/**
 * Returns the partitions that have changes, together while these are few, in random order, so that replicas begin with
 * different ones.
 */
export async function waitingParts(database: Database, all: readonly RolledUpCounts[]): Promise<WaitingParts[]> {
  const each = all.map((counts, of) => `select ${of} as of, ${partOf(counts)} as part from ${counts.changes}`);
  const rows = await database.query<{ of: number; parts: number[]; count: number }>(
    `select of, array_agg(part) as parts, sum(count)::int as count from (
       select of, part, count(*) as count,
         div(sum(count(*)) over (partition by of order by random()), ${maxChanges}) as together
       from (${each.join(' union all ')}) as waiting group by of, part
     ) as counted
     group by of, together order by random()`,
  );
  return rows.map(({ of, ...row }) => ({ ...row, counts: all[of]! }));
}

/**
 * Rolls up at most `limit` changes of the partitions in one transaction, except those that another roll-up has. Returns
 * their number.
 */
export const rollUpParts = (database: Database, { counts, parts }: WaitingParts, limit = maxChanges): Promise<number> =>
  database.transaction(async () => {
    const { changes } = counts;
    const locked = await database.query<{ part: number }>(
      `select part from unnest($1::int[]) as part
       where pg_try_advisory_xact_lock(${lockOf(`'${changes}'`)})`,
      [parts],
    );
    if (locked.length === 0) return 0;
    const mine = locked.map(({ part }) => part).join(', ');
    // A vacuum between two roll-ups says that the table is empty. Joined by id, the planner would then read all rows for each.
    return counts.rollUp(
      `delete from ${changes} where ctid = any (array(
         select ctid from ${changes} where ${partOf(counts)} in (${mine}) limit ${limit}
       )) returning *`,
    );
  });

const lockOf = (changes: string) => `hashtextextended(${changes} || ' ' || part || ' ' || current_schema, 0)`;

/** Waits for the roll-ups of these changes, and keeps others out until the transaction ends. */
export async function lockPartitions(database: Database, all: Changes[]): Promise<void> {
  await database.query(
    `select pg_advisory_xact_lock(${lockOf('changes')})
     from unnest($1::text[]) as changes, generate_series(0, ${partitions - 1}) as part`,
    [all],
  );
}

/** Deletes stored rows that count nothing, except those that another roll-up changes at the moment. */
export async function deleteEmpty(database: Database, counts: 'lead_values' | 'lead_cells'): Promise<void> {
  await database.query(
    `delete from ${counts} where ctid in (select ctid from ${counts} where leads = 0 for update skip locked)`,
  );
}
