import { readFieldCondition, type FieldCondition } from '@lead-finder/contracts';
import type { Parameters } from './parameters.js';

/**
 * A lead has an entry `KEY=value` for each of its values of a field with a filter, and `KEY!` if it has none. Numbers are
 * written so that their texts have the order of the numbers.
 */
const sign = 1n << 63n;

/** The same text as the function `ordered_number` of the database. */
export function orderedNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // -0 would come before 0.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const ordered = bits & sign ? BigInt.asUintN(64, ~bits) : bits | sign;
  return ordered.toString(16).padStart(16, '0');
}

/** Up to this many entries, PostgreSQL hashes the leads of a condition in a few milliseconds. */
const fewEntries = 20_000;

/**
 * Conditions on one field select the leads of any of them, those on several fields the leads of all. `ofMany`: the list has
 * the leads of many users, of which a rare value excludes most.
 */
export function fieldConditions(texts: readonly string[], ofMany: boolean, parameters: Parameters): string {
  const byField = new Map<string, string[]>();
  for (const condition of texts.map(readFieldCondition)) {
    if (!condition) continue;
    byField.set(condition.key, [...(byField.get(condition.key) ?? []), entryCondition(condition, parameters)]);
  }
  const wanted = [...byField.values()].map((any) => `from lead_field_entries where ${any.join(' or ')}`);
  const selected = wanted.map((entries) => `id in (select lead_id ${entries})`);
  return [...(ofMany && wanted.length > 1 ? wanted.map(amongFew) : []), ...selected].join(' and ');
}

/** True unless the condition has few leads and this is none of them. It saves a search per lead for each other field. */
const amongFew = (entries: string) =>
  `case when exists (select ${entries} offset ${fewEntries}) then true
   else id in (select lead_id ${entries} limit ${fewEntries}) end`;

function entryCondition(condition: FieldCondition, parameters: Parameters): string {
  const { key } = condition;
  if ('is' in condition) return `entry = ${parameters.add(`${key}=${condition.is}`)}`;
  if ('isEmpty' in condition) return `entry = ${parameters.add(`${key}!`)}`;
  const written = (bound: string) => (condition.areNumbers ? orderedNumber(Number(bound)) : bound);
  const from = parameters.add(`${key}=${condition.from && written(condition.from)}`);
  // '>' follows '=', so it is behind all values of the field.
  const to = condition.to
    ? `entry <= ${parameters.add(`${key}=${written(condition.to)}`)}`
    : `entry < ${parameters.add(`${key}>`)}`;
  return `entry >= ${from} and ${to}`;
}
