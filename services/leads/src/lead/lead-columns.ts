import { business, leadListRecord, leadProfile, moment as momentField } from '@lead-finder/contracts';
import { z } from 'zod';

/**
 * SQL that builds the JSON of the contracts. Expects the aliases `u` for user_businesses, `b` for businesses and `a`
 * for assignees.
 */

/** ISO 8601 in UTC. Database sessions always use UTC. */
export const moment = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const userJson = (table: string, id: string) =>
  `json_build_object('id', ${id}, 'username', coalesce(${table}.username, 'user ' || ${id}),
    'fullName', coalesce(${table}.full_name, 'User ' || ${id}))`;

const isMoment = (field: z.ZodType) => (field instanceof z.ZodNullable ? field.unwrap() : field) === momentField;
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Each field of the contract has its own SQL, or the column of its name in snake case. `json_build_object` would take a
 * quarter longer, because it looks up the type of each name too.
 */
function recordJson(table: string, { shape }: z.ZodObject, own: Record<string, string> = {}): string {
  const fields = Object.entries(shape as Record<string, z.ZodType>).map(([name, field]) => {
    const column = `${table}.${columnOf(name)}`;
    return `${own[name] ?? (isMoment(field) ? moment(column) : column)} as "${name}"`;
  });
  return `(select row_to_json(record) from (select ${fields.join(', ')}) as record)`;
}

/** 'Not provided' counts as no website (docs/product/one-lead.md#empty-values). */
export const businessJson = recordJson('b', business, { website: "nullif(b.website, 'Not provided')" });
const keysOf = (fields: string) => `array(select key from custom_field_definitions where ${fields})`;
const ofLists = keysOf("type = 'several_of'");
/**
 * Removed fields are hidden (docs/product/custom-fields.md#removed-fields). The value that a field had as one of a list is
 * shown as a list of one.
 */
export const shownCustomFields = `case when exists (
  select from unnest(${ofLists}) as list where jsonb_typeof(u.custom_fields -> list) = 'string'
) then (
  select jsonb_object_agg(key,
    case when jsonb_typeof(value) = 'string' and key = any (${ofLists}) then jsonb_build_array(value) else value end)
  from jsonb_each(u.custom_fields)
) else u.custom_fields end - ${keysOf('removed_at is not null')}`;
/** Null without territories too. */
const territory = `(select json_build_object('id', t.id, 'name', t.name) from lead_territories lt
  join territories t on t.id = lt.territory_id where lt.lead_id = u.id and lt.own)`;
const userId = 'case when u.user_id > 0 then u.user_id end';
export const userBusinessJson = recordJson('u', leadProfile.shape.userBusiness, {
  customFields: shownCustomFields,
  userId,
  territory,
});
/** A list has no note texts (docs/product/lead-list.md#list-calls), and a state outside the US as the file has it. */
export const listedUserBusinessJson = recordJson('u', leadListRecord.shape.userBusiness, {
  state: 'coalesce(u.state, b.state_as_given)',
  hasNotes: "u.notes ~ '\\S'",
  customFields: shownCustomFields,
  territory,
  userId,
});
export const ownerJson = `case when u.user_id > 0 then ${userJson('a', 'u.user_id')} end`;
export const poolJson = `case when u.user_id < 0 then json_build_object('name', coalesce(a.full_name, 'Pool')) end`;

/** Only a lead in a pool names one (docs/product/pool.md#leads-in-a-pool). */
export function namingItsPool<T extends { pool?: object | null | undefined }>({ pool, ...record }: T) {
  return pool ? { ...record, pool } : record;
}
