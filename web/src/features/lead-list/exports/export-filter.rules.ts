import type { CustomFieldDefinition, PoolChoice, TerritoryName, WaitingExport } from '@lead-finder/contracts';
import { territoryText } from '../../../lib/territories';
import { fieldChips } from '../filters/field-filters.rules';
import { statusLabel } from '../../../ui/lead-status';

type Filter = WaitingExport['filter'];

/** Says in words which leads the filter selects, each filter on its own, for the administrator who decides. */
const words: {
  [K in Exclude<keyof Filter, 'sort' | 'userId' | 'pool' | 'field' | 'territory'>]-?: (
    value: NonNullable<Filter[K]>,
  ) => string;
} = {
  q: (q) => (q ? `Name: ${q}` : ''),
  mine: (isOn) => (isOn ? 'Only own leads' : ''),
  status: (status) => (status.length > 0 ? `Status: ${status.map(statusLabel).join(', ')}` : ''),
  tag: (tags) => (tags.length > 0 ? `Tag: ${tags.join(', ')}` : ''),
  state: (state) => `State: ${state}`,
  county: (county) => `County: ${county}`,
  hideClosed: (isOn) => (isOn ? 'Without closed leads' : ''),
  existingCustomers: (isOn) => (isOn ? 'With existing customers' : ''),
  archived: (archived) => ({ true: 'Only archived leads', any: 'With archived leads', false: '' })[archived],
  imported: (isOn) => (isOn ? 'Only imported leads' : 'Without imported leads'),
  located: (isOn) => (isOn ? 'With coordinates' : 'Without coordinates'),
};

export function filterWords(
  { filter, owner }: Pick<WaitingExport, 'filter' | 'owner'>,
  fields: readonly CustomFieldDefinition[],
  territories: readonly TerritoryName[],
): string[] {
  const parts = Object.entries(words).map(([name, say]) => {
    const value = filter[name as keyof typeof words];
    return value === undefined ? '' : (say as (value: unknown) => string)(value);
  });
  const assigned = filter.userId === undefined ? '' : `Assigned: ${owner?.fullName ?? `user ${filter.userId}`}`;
  const pool = filter.pool === undefined ? '' : poolWords(filter.pool, owner);
  const ofFields = fieldChips(filter.field ?? [], fields).map(({ label, text }) => `${label}: ${text}`);
  const places = filter.territory?.map((each) => territoryText(territories, each)) ?? [];
  const territory = places.length > 0 ? `Territory: ${places.join(', ')}` : '';
  const said = [...parts, pool, territory, ...ofFields, assigned].filter(Boolean);
  return said.length > 0 ? said : ['All leads that the person sees'];
}

const poolWords = (pool: PoolChoice, owner: WaitingExport['owner']) =>
  ({ true: 'Only leads in a pool', false: 'Only leads with a user' })[String(pool)] ??
  `Only leads in ${owner?.fullName ?? 'one pool'}`;
