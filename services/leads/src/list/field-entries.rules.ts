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
export const fewEntries = 20_000;
/** Up to this many entries, PostgreSQL reads the lead of each. */
export const veryFewEntries = 1_000;

/** About how many entries the conditions on each field have, up to `fewEntries` and one. */
export type EntryCounts = ReadonlyMap<string, number>;

/** The conditions on the entries of each field, as SQL. Conditions on one field select the entries of any of them. */
export function entriesByField(texts: readonly string[], parameters: Parameters): Map<string, string> {
  const byField = new Map<string, string[]>();
  for (const condition of texts.map(readFieldCondition)) {
    if (!condition) continue;
    byField.set(condition.key, [...(byField.get(condition.key) ?? []), entryCondition(condition, parameters)]);
  }
  return new Map([...byField].map(([key, any]) => [key, any.join(' or ')]));
}

/** The field with the fewest entries, if that is few. */
export function rarest(counts: EntryCounts = new Map()): { key: string; entries: number } | undefined {
  const few = [...counts].filter(([, entries]) => entries <= fewEntries);
  return few.map(([key, entries]) => ({ key, entries })).sort((one, other) => one.entries - other.entries)[0];
}

/**
 * Conditions on several fields select the leads of all. In a list of many users, a hash of the rarest finds its leads
 * without a search for each. In that of one, PostgreSQL reads at most the leads of the user and very few entries, also if it
 * has no statistics of them yet.
 */
export function fieldConditions(
  texts: readonly string[],
  counts: EntryCounts | undefined,
  parameters: Parameters,
  isOfOne = false,
): string {
  const few = rarest(counts);
  const hashed = few && few.entries <= veryFewEntries === isOfOne ? few.key : null;
  const selected = [...entriesByField(texts, parameters)].map(([key, entries]) => {
    const isSelected = `id in (select lead_id from lead_field_entries where ${entries})`;
    return key === hashed ? `(${isSelected}) is true` : isOfOne ? hasOwn(entries) : isSelected;
  });
  return selected.join(' and ');
}

const hasOwn = (entries: string) =>
  `exists (select from (select entry from lead_field_entries where lead_id = id offset 0) as own where ${entries})`;

const numberText = /^-?\d+(?:\.\d+)?$/;

function entryCondition(condition: FieldCondition, parameters: Parameters): string {
  const { key } = condition;
  if ('is' in condition) {
    // Only the field's type says whether a number is the name of an option.
    const values = numberText.test(condition.is) ? [condition.is, orderedNumber(Number(condition.is))] : [condition.is];
    return values.map((value) => `entry = ${parameters.add(`${key}=${value}`)}`).join(' or ');
  }
  if ('isEmpty' in condition) return `entry = ${parameters.add(`${key}!`)}`;
  const written = (bound: string) => (condition.areNumbers ? orderedNumber(Number(bound)) : bound);
  const from = parameters.add(`${key}=${condition.from && written(condition.from)}`);
  // '>' follows '=', so it is behind all values of the field.
  const to = condition.to
    ? `entry <= ${parameters.add(`${key}=${written(condition.to)}`)}`
    : `entry < ${parameters.add(`${key}>`)}`;
  return `entry >= ${from} and ${to}`;
}
