import { BackgroundTask, Database, LOGGER, PeriodicTask, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { allUsers } from './lead-filter.rules.js';
import { finestLevel, levels } from './map-box.rules.js';
import { lockPartitions } from './waiting-changes.js';

const everyMs = 30_000;
/** Fewer leads are read nearly as fast as their counts (docs/decisions/0041-counts-of-large-owners.md). */
const manyLeads = 5_000;
const fewLeads = 2_500;
/** A map reads all pools together, so those with a tenth of these leads have counts, too. */
const ofOwner = (leads: number) => `${leads} / case when user_id < 0 then 10 else 1 end`;
const ownersAtOnce = 50;

/** Version 0.1.0, which runs until ids are wide, reads the counts of every owner. */
const everyOwner = `exists (
  select from pg_attribute where attrelid = 'user_businesses'::regclass and attname = 'id' and atttypid = 'int'::regtype)`;

/** SQL for whose stored rows a change of `user_id` belongs to. */
export const countersOfChange = `unnest(case when user_id in (select user_id from counted_owners) or ${everyOwner}
  then array[${allUsers}, user_id] else array[${allUsers}] end)`;

const valueColumns = 'user_id, kind, value, status, archived, existing_customer';
const valuesOfLeads = `
  select ${valueColumns}, 1 as leads from user_businesses cross join lateral (
    select 'state' as kind, state as value where state is not null
    union all select 'county', county where county is not null
    union all select 'tag', tag from unnest(tags) as tag
  ) as named`;
const squaresOfLeads = `
  select user_id, cell_of(longitude) as x, cell_of(latitude) as y, status, 1 as leads, latitude, longitude
  from user_businesses u where is_on_map(u)`;

/** Keeps values and squares of the owners with many leads. A user with few leads has about as many as leads. */
@Injectable()
export class CountedOwners extends BackgroundTask {
  protected readonly task: PeriodicTask;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Review of the owners with counts', () => reviewOwners(this.database), everyMs, log);
  }
}

/** Returns whether there is probably more to do. */
export async function reviewOwners(database: Database): Promise<boolean> {
  const due = await database.query<{ id: number; grew: boolean }>(
    `select user_id as id, c.user_id is null as grew
     from (select user_id, sum(leads) as leads from lead_counts where user_id <> ${allUsers} group by user_id) as owned
     full join counted_owners c using (user_id)
     where case when c.user_id is null then leads > ${ofOwner(manyLeads)} else coalesce(leads, 0) < ${ofOwner(fewLeads)} end
     order by leads desc limit ${ownersAtOnce}`,
  );
  for (const { id } of due.filter(({ grew }) => grew)) await countOwner(database, id);
  const stale = await database.query<{ id: number }>(
    `${staleIn('lead_values', 'true')} union ${staleIn('lead_cells', `level = ${levels[0]}`)}`,
  );
  const gone = [...due.filter(({ grew }) => !grew), ...stale].map(({ id }) => id);
  if (gone.length > 0) await forgetOwners(database, gone);
  return due.length + stale.length >= ownersAtOnce;
}

/** Visits each owner in the index once, not each row. */
const staleIn = (counts: string, where: string) => `(
  with recursive owners as (
    select min(user_id) as id from ${counts} where ${where}
    union all
    select (select min(user_id) from ${counts} where ${where} and user_id > owners.id) from owners where id is not null
  )
  select id from owners
  where id <> ${allUsers} and not exists (select from counted_owners where user_id = id) and not ${everyOwner}
  limit ${ownersAtOnce})`;

/** Stores what the leads of the owner count, without the changes that wait for a roll-up. */
export const countOwner = (database: Database, owner: number): Promise<void> =>
  withoutRollUp(database, async () => {
    const [added] = await database.query<{ isStored: boolean }>(
      `insert into counted_owners values ($1) on conflict do nothing returning ${everyOwner} as "isStored"`,
      [owner],
    );
    if (!added || added.isStored) return;
    await removeRows(database, [owner]);
    await database.query(
      `insert into lead_values (${valueColumns}, leads)
       select ${valueColumns}, sum(leads) from (
         select * from (${valuesOfLeads}) as each where user_id = $1
         union all select ${valueColumns}, -leads from lead_value_changes where user_id = $1
       ) as counted group by ${valueColumns} having sum(leads) <> 0`,
      [owner],
    );
    await database.query(
      `insert into lead_cells (level, user_id, x, y, status, leads, latitude, longitude)
       select level, user_id, x >> (${finestLevel} - level), y >> (${finestLevel} - level), status,
         sum(leads), sum(latitude), sum(longitude)
       from (
         select * from (${squaresOfLeads}) as each where user_id = $1
         union all select user_id, x, y, status, -leads, -latitude, -longitude from lead_cell_changes where user_id = $1
       ) as counted
       cross join unnest(array[${levels.join(', ')}]) as level
       group by 1, 2, 3, 4, 5 having sum(leads) <> 0`,
      [owner],
    );
  });

export const forgetOwners = (database: Database, owners: number[]): Promise<void> =>
  withoutRollUp(database, async () => {
    await database.query('delete from counted_owners where user_id = any ($1)', [owners]);
    const [rows] = await database.query<{ stay: boolean }>(`select ${everyOwner} as stay`);
    if (!rows!.stay) await removeRows(database, owners);
  });

const withoutRollUp = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.transaction(async () => {
    await lockPartitions(database, ['lead_value_changes', 'lead_cell_changes']);
    await work();
  });

async function removeRows(database: Database, owners: number[]): Promise<void> {
  await database.query('delete from lead_values where user_id = any ($1)', [owners]);
  await database.query('delete from lead_cells where level = any ($1) and user_id = any ($2)', [levels, owners]);
}
