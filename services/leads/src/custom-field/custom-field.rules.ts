import type { CustomFieldDefinition, CustomFieldType } from '@lead-finder/contracts';
import { invalidField } from '@lead-finder/platform';

/** For how long a removed field can be restored. */
export const removedDays = 30;

type Settings = Pick<
  CustomFieldDefinition,
  'name' | 'type' | 'options' | 'currency' | 'required' | 'group' | 'filter' | 'archived'
>;

const hasOptions = (type: CustomFieldType) => type === 'one_of' || type === 'several_of';

/** Requires the settings of the type, and drops those of other types. */
export function withSettings<T extends Settings>(field: T): T {
  const { type, options, currency } = field;
  if (hasOptions(type) && options.length === 0) throw invalidField('options', 'Please enter at least one option');
  if (type === 'currency' && !currency) throw invalidField('currency', 'Please choose a currency');
  return { ...field, options: hasOptions(type) ? options : [], currency: type === 'currency' ? currency : null };
}

/** The types that every value of the type fits. */
const widerTypes: Partial<Record<CustomFieldType, readonly CustomFieldType[]>> = {
  text: ['long_text'],
  number: ['currency'],
  currency: ['number'],
  date: ['text', 'long_text'],
  link: ['text', 'long_text'],
  one_of: ['several_of', 'text', 'long_text'],
};
export const fitsWithoutLoss = (from: CustomFieldType, to: CustomFieldType) =>
  from === to || (widerTypes[from] ?? []).includes(to);

/** A field that became several of a list still has values of the type before. They are lists of one. */
export const listed = (type: CustomFieldType, value: unknown): unknown =>
  type === 'several_of' && typeof value === 'string' ? [value] : value;

/** The options of both types that the change removes. */
export const removedOptions = (before: Settings, after: Settings): string[] =>
  hasOptions(before.type) && hasOptions(after.type)
    ? before.options.filter((option) => !after.options.includes(option))
    : [];

export const columnsOf = ({
  key,
  name,
  type,
  options,
  currency,
  required,
  group,
  filter,
  archived,
}: Settings & { key: string }) =>
  ({ key, name, type, options, currency, required, group_name: group, filter, archived }) as Record<string, unknown>;
