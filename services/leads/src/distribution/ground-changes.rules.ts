import type { Issue, PlanGround, PlanPersonState } from '@lead-finder/contracts';
import { counted } from '@lead-finder/platform';

const maxNamed = 20;
const states: Record<PlanPersonState, string> = {
  ready: 'is there',
  'on-leave': 'is on leave',
  'not-working': 'is not working',
};

/** Says what is different from what a preview looked at. Empty if nothing is. */
export function changesOfGround(
  seen: PlanGround,
  now: PlanGround,
  people: readonly { id: number; fullName: string }[],
  version: number,
): Issue[] {
  const changes: Issue[] = [];
  const add = (path: string, message: string) => changes.push({ path, message });
  if (seen.definition !== now.definition) add('ground.definition', `The plan is another one now, version ${version}.`);
  if (seen.leads !== now.leads)
    add('ground.leads', `The source has ${counted(now.leads, 'lead')} now and had ${counted(seen.leads, 'lead')}.`);
  else if (seen.leadsHash !== now.leadsHash) add('ground.leads', 'Leads of the source were changed.');
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  const nameOf = (id: number) => names.get(id) ?? `Person ${id}`;
  const before = new Map(seen.people.map((each) => [each.id, each]));
  for (const { id, load, state } of now.people) {
    const was = before.get(id);
    before.delete(id);
    if (!was) add(`ground.people.${id}`, `${nameOf(id)} takes part now.`);
    else if (was.state !== state) add(`ground.people.${id}`, `${nameOf(id)} ${states[state]} now.`);
    else if (was.load !== load)
      add(
        `ground.people.${id}`,
        `${nameOf(id)} has ${counted(load, 'lead')} now and had ${counted(was.load, 'lead')}.`,
      );
  }
  for (const id of before.keys()) add(`ground.people.${id}`, `${nameOf(id)} no longer takes part.`);
  if (changes.length === 0 && seen.runs !== now.runs)
    add('ground.runs', 'The plan was carried out or undone meanwhile.');
  const more = changes.length - maxNamed;
  return more > 0 ? [...changes.slice(0, maxNamed), { path: 'ground', message: `And ${more} more changes.` }] : changes;
}
