import { closedStatuses, type Actor, type PlanSource } from '@lead-finder/contracts';
import { isOfImport } from '../import-batch/import-batches.js';
import { leadConditions } from '../list/lead-filter.rules.js';
import type { Parameters } from '../list/parameters.js';

type SourceKind<S extends PlanSource> = (source: S, actor: Actor, parameters: Parameters) => string;

/** SQL for the leads of each kind of source. */
const sourceKinds: { [Kind in PlanSource['kind']]: SourceKind<Extract<PlanSource, { kind: Kind }>> } = {
  filter: ({ filter }, actor, parameters) => leadConditions({ ...filter, scope: 'all' }, actor, parameters),
  import: ({ importId }, _actor, parameters) => {
    const id = parameters.add(importId);
    if (id !== '$1') throw new Error('isOfImport reads $1');
    return isOfImport;
  },
  'area-search': ({ searchId }, _actor, parameters) => `area_search_id = ${parameters.add(searchId)}`,
  pool: () => 'user_id < 0',
};

/** What counts as an open lead, also for capacities (docs/product/distribution.md#capacity). */
const isOpen = `not archived and not existing_customer and status <> all ('{${closedStatuses.join()}}')`;

/** The first condition of a statement, because its parameters come first. */
export const leadsOfSource = (source: PlanSource, actor: Actor, parameters: Parameters): string =>
  `${(sourceKinds[source.kind] as SourceKind<PlanSource>)(source, actor, parameters)} and ${isOpen}`;
