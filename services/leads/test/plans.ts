import {
  createDistributionPlan,
  listBulkJobs,
  previewDistribution,
  type Actor,
  type BulkJob,
  type InputOf,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { ada, alex, ben, maria, sam, type World } from './world.js';

export type Definition = InputOf<typeof previewDistribution>['definition'];
export type Rule = Definition['rules'][number];

/** A rule for these people. */
export const among = (people: Actor[], part: Partial<Rule> = {}): Rule => ({
  share: 'round-robin',
  ...part,
  conditions: [{ kind: 'people', userIds: people.map(({ id }) => id) }, ...(part.conditions ?? [])],
});

/** A plan of the leads of Ben. */
export const planOf = (rules: Rule[], part: Partial<Definition> = {}): Definition => ({
  source: { kind: 'filter', filter: { userId: ben.id } },
  rules,
  rest: { kind: 'stay' },
  ...part,
});
export const createPlan = (world: World, definition: Definition, name = 'West') =>
  world.call(createDistributionPlan, ada, { name, definition });
export const previewPlan = (world: World, definition: Definition, planId?: number) =>
  world.call(previewDistribution, ada, { definition, ...(planId && { planId }) });

export const endedJob = (world: World, { id }: { id: number }): Promise<BulkJob> =>
  eventually(async () => {
    const job = (await world.call(listBulkJobs, ada, {})).jobs.find((each) => each.id === id)!;
    expect(['running', 'undoing', 'cancelling']).not.toContain(job.status);
    return job;
  });

/** The number of leads of each owner. */
export const leadsByOwner = async (world: World): Promise<Record<string, number>> => {
  const rows = await world.database.query<{ owner: number; leads: number }>(
    'select user_id as owner, count(*)::int as leads from user_businesses group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ owner, leads }) => [owner, leads]));
};

/** From Monday to Friday. */
export const workUsualDays = (world: World) => {
  for (const { id } of [sam, alex, maria]) world.workingDays.set(id, [1, 2, 3, 4, 5]);
};
