import type { PlanGround } from '@lead-finder/contracts';
import { changesOfGround } from './ground-changes.rules.js';

const ground: PlanGround = {
  definition: 'a',
  runs: 1,
  leads: 3,
  leadsHash: 'x',
  people: [
    { id: 1, load: 5, state: 'ready' },
    { id: 2, load: 0, state: 'ready' },
  ],
};
const people = [1, 2, 3].map((id) => ({ id, fullName: `Person of ${id}` }));
const changes = (now: Partial<PlanGround>) =>
  changesOfGround(ground, { ...ground, ...now }, people, 4).map(({ message }) => message);

describe('what changed since a preview', () => {
  it('is nothing if all is the same', () => {
    expect(changes({})).toEqual([]);
  });

  it('is the plan, the leads, or a run', () => {
    expect(changes({ definition: 'b' })).toEqual(['The plan is another one now, version 4.']);
    expect(changes({ leads: 1 })).toEqual(['The source has 1 lead now and had 3 leads.']);
    expect(changes({ leads: 1_200, leadsHash: 'y' })).toEqual(['The source has 1,200 leads now and had 3 leads.']);
    expect(changes({ leadsHash: 'y' })).toEqual(['Leads of the source were changed.']);
    expect(changes({ runs: 2 })).toEqual(['The plan was carried out or undone meanwhile.']);
    expect(changes({ runs: 2, leads: 1 })).toHaveLength(1);
  });

  it('names the part of the preview that each change is about', () => {
    const now = { ...ground, definition: 'b', leads: 1, people: [{ id: 1, load: 6, state: 'ready' as const }] };
    expect(changesOfGround(ground, now, people, 4).map(({ path }) => path)).toEqual([
      'ground.definition',
      'ground.leads',
      'ground.people.1',
      'ground.people.2',
    ]);
    const pathsOf = (other: Partial<PlanGround>) =>
      changesOfGround(ground, { ...ground, ...other }, people, 4).map(({ path }) => path);
    expect(pathsOf({ leadsHash: 'y' })).toEqual(['ground.leads']);
    expect(pathsOf({ runs: 2 })).toEqual(['ground.runs']);
  });

  it('is a person with other open leads, on leave, new, or gone', () => {
    const now = (...all: PlanGround['people']) => changes({ people: all });
    expect(now({ id: 1, load: 6, state: 'ready' }, { id: 2, load: 0, state: 'on-leave' })).toEqual([
      'Person of 1 has 6 leads now and had 5 leads.',
      'Person of 2 is on leave now.',
    ]);
    expect(
      now({ id: 1, load: 5, state: 'ready' }, { id: 2, load: 0, state: 'ready' }, { id: 3, load: 0, state: 'ready' }),
    ).toEqual(['Person of 3 takes part now.']);
    expect(now({ id: 2, load: 0, state: 'ready' })).toEqual(['Person of 1 no longer takes part.']);
    expect(now(...ground.people, { id: 4, load: 0, state: 'ready' })).toEqual(['Person 4 takes part now.']);
    expect(now({ id: 1, load: 5, state: 'not-working' }, { id: 2, load: 0, state: 'ready' })).toEqual([
      'Person of 1 is not working now.',
    ]);
    const away = { ...ground, people: [{ id: 1, load: 5, state: 'on-leave' as const }] };
    const back = { ...away, people: [{ id: 1, load: 5, state: 'ready' as const }] };
    expect(changesOfGround(away, back, people, 4)).toMatchObject([{ message: 'Person of 1 is there now.' }]);
  });

  it('names at most 20 and says how many more', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: index + 10, load: 0, state: 'ready' as const }));
    const named = changes({ people: [...ground.people, ...many] });
    expect(named).toHaveLength(21);
    expect(named.at(-1)).toBe('And 10 more changes.');
    expect(changes({ people: [...ground.people, ...many.slice(0, 20)] })).toHaveLength(20);
  });
});
