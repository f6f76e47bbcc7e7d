import type { CustomFieldDefinition, listCustomFields, OutputOf } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';

export type { CustomFieldDefinition };
export type CustomFields = OutputOf<typeof listCustomFields>;
export const customFieldsKey = ['/api/custom-fields'] as const;
const none: CustomFieldDefinition[] = [];

/** The organisation's own fields (docs/product/custom-fields.md). They change rarely. */
export const useCustomFieldsQuery = () => useQuery<CustomFields>({ queryKey: customFieldsKey, staleTime: 60_000 });

/** The fields that are not removed, in their order; none while they load. */
export const useCustomFields = (): CustomFieldDefinition[] => useCustomFieldsQuery().data?.fields ?? none;

export interface FieldGroup {
  /** Null for the fields without a group. */
  name: string | null;
  fields: CustomFieldDefinition[];
}

/** Groups in the order of their first field. */
export function groupsOf(fields: readonly CustomFieldDefinition[]): FieldGroup[] {
  const groups = new Map<string | null, CustomFieldDefinition[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups].map(([name, members]) => ({ name, fields: members }));
}

const amounts = new Map<string, Intl.NumberFormat>();
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
function amountFormat(currency: string): Intl.NumberFormat {
  const known = amounts.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  amounts.set(currency, known);
  return known;
}

/** A value as screens show it, or '' without one. */
export function shownValue({ type, currency }: CustomFieldDefinition, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') {
    return type === 'currency' && currency ? amountFormat(currency).format(value) : numberFormat.format(value);
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  if (type !== 'date' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  return new Date(`${text}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}
