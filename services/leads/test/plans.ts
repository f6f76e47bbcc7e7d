import type { Actor, InputOf, previewDistribution } from '@lead-finder/contracts';
import { alex, maria, sam, type World } from './world.js';

export type Definition = InputOf<typeof previewDistribution>['definition'];
export type Rule = Definition['rules'][number];

/** A rule for these people. */
export const among = (people: Actor[], part: Partial<Rule> = {}): Rule => ({
  share: 'round-robin',
  ...part,
  conditions: [{ kind: 'people', userIds: people.map(({ id }) => id) }, ...(part.conditions ?? [])],
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
