import type { LeadRef, UserBusiness } from '@lead-finder/contracts';
import type { Database } from '@lead-finder/platform';
import { userBusinessJson } from './lead-columns.js';
import { Lead } from './lead.entity.js';

type Column = { property: keyof Lead; name: string };

const columnsOf = ({ dataSource }: Database): Column[] =>
  dataSource
    .getMetadata(Lead)
    .columns.map(({ propertyName, databaseName }) => ({ property: propertyName as keyof Lead, name: databaseName }));

export const keyOf = (ref: LeadRef) => ('id' in ref ? (['id', ref.id] as const) : (['uuid', ref.uuid] as const));

/** Reads a lead and locks it until the transaction ends. */
export async function lockedLead(database: Database, ref: LeadRef): Promise<Lead | undefined> {
  const [key, value] = keyOf(ref);
  const columns = columnsOf(database).map(({ property, name }) => `${name} as "${property}"`);
  const [row] = await database.prepared<Lead>(
    `select ${columns.join(', ')} from user_businesses where ${key} = $1 for update`,
    [value],
  );
  return row && Object.assign(new Lead(), row);
}

/** Writes only columns that differ from `before`: triggers on the others would update the counters. */
export async function saveLead(database: Database, lead: Lead, before: Lead): Promise<UserBusiness> {
  const changed = columnsOf(database).filter(({ property }) => lead[property] !== before[property]);
  const sets = changed.map(({ name }, index) => `${name} = $${index + 2}`);
  const values = changed.map(({ property }) => lead[property]);
  const [row] = await database.prepared<{ lead: UserBusiness }>(
    `update user_businesses u set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1 returning ${userBusinessJson} as lead`,
    [lead.id, ...values],
  );
  return row!.lead;
}
