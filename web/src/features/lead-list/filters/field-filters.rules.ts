import { type CustomFieldDefinition, type FieldCondition, readFieldCondition } from '@lead-finder/contracts';
import { formatDay } from '../../../lib/dates';
import { texts, type ValueKind } from './filter-values.rules';

/** Conditions on custom fields, as the server takes them. */
export const fieldConditions: ValueKind<string[]> = {
  ...texts,
  read: (stored) => texts.read(stored).filter((condition) => readFieldCondition(condition) !== null),
};

export const isOfField = (key: string) => (condition: string) => readFieldCondition(condition)?.key === key;

/** The conditions with those on one field replaced. */
export const withField = (conditions: readonly string[], key: string, ofField: readonly string[]) => [
  ...conditions.filter((condition) => !isOfField(key)(condition)),
  ...ofField,
];

/** The range among the conditions on a field. Both bounds are '' without one. */
export function rangeOf(conditions: readonly string[]): { from: string; to: string } {
  for (const condition of conditions.map(readFieldCondition)) if (condition && 'from' in condition) return condition;
  return { from: '', to: '' };
}

/** The fields that the conditions name, each once. */
export const keysOf = (conditions: readonly string[]): string[] => [
  ...new Set(conditions.flatMap((condition) => readFieldCondition(condition)?.key ?? [])),
];

/** A chip per field, such as 'Region: North, South'. A field without a filter shows its key. */
export function fieldChips(conditions: readonly string[], fields: readonly CustomFieldDefinition[]) {
  return keysOf(conditions).map((key) => ({
    label: fields.find((field) => field.key === key)?.name ?? key,
    text: conditions
      .map(readFieldCondition)
      .flatMap((condition) => (condition?.key === key ? textOf(condition) : []))
      .join(', '),
    without: withField(conditions, key, []),
  }));
}

const words: Record<string, string> = { true: 'Yes', false: 'No' };

function textOf(condition: FieldCondition): string {
  if ('is' in condition) return words[condition.is] ?? condition.is;
  if ('isEmpty' in condition) return 'No value';
  const bound = (value: string) => (condition.areNumbers || value === '' ? value : formatDay(value));
  const { from, to } = { from: bound(condition.from), to: bound(condition.to) };
  if (from && to) return `${from} to ${to}`;
  if (from) return `From ${from}`;
  return to ? `Up to ${to}` : 'Any value';
}
