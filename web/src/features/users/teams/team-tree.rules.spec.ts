import type { Team } from '@lead-finder/contracts';
import { daysText, growForest, mayMove, pathOf, sightAfterMove, usualDays } from './team-tree.rules';

const team = (id: number, parentId: number | null, more: Partial<Team> = {}): Team => ({
  id,
  name: `T${id}`,
  parentId,
  timeZone: null,
  workingDays: null,
  managerIds: [],
  members: 1,
  version: 1,
  ...more,
});
const forest = growForest([
  team(3, 2, { workingDays: [1, 2], goalOfMembers: 5, openLeads: 2 }),
  team(1, null, { timeZone: 'America/Chicago', goalOfMembers: 10, openLeads: 5, holidayListId: 7 }),
  team(2, 1, { members: 4, goalOfMembers: 20, openLeads: 3 }),
  team(4, 1, { timeZone: 'America/Denver', name: 'Ozark', holidayListId: 8 }),
  team(5, 99),
]);
const node = (id: number) => forest.byId.get(id)!;
const ids = (nodes: readonly Team[]) => nodes.map(({ id }) => id);

describe('the tree of teams', () => {
  it('sums the people of a branch and takes zone and days from above', () => {
    expect(node(1)).toMatchObject({ level: 1, people: 7, zone: 'America/Chicago', days: null });
    expect(node(3)).toMatchObject({ level: 3, people: 1, zone: 'America/Chicago', days: [1, 2] });
    expect(node(4)).toMatchObject({ zone: 'America/Denver' });
    expect(pathOf(node(3))).toBe('T1 › T2 › T3');
  });

  it('sums goals and open leads of a branch, as far as they are known, and takes holidays from above', () => {
    const shown = [1, 2, 4, 5].map(node).map(({ goals, openLeads, holidays }) => [goals, openLeads, holidays]);
    expect(shown).toEqual([
      [35, 10, 7],
      [25, 5, 7],
      [0, undefined, 8],
      [0, undefined, null],
    ]);
  });

  it('places a team at the top whose parent is unknown', () => expect(ids(forest.roots)).toEqual([1, 5]));

  it('names who gains and who loses sight of people that move, without administrators and the people themselves', () => {
    const person = (id: number) => ({ id, username: `u${id}`, fullName: `User ${id}` });
    const managed = growForest([
      team(1, null, { managerIds: [11, 12] }),
      team(2, 1, { managerIds: [13, 14] }),
      team(3, 1, { managerIds: [15, 14] }),
    ]).byId;
    const managers = [11, 12, 13, 14, 15].map((id) => ({ ...person(id), role: 'manager' as const }));
    const [from, to] = [managed.get(2)!, managed.get(3)!];
    const people = [15, 21, 22, 23, 24, 25, 26].map(person);
    const { gains, losses } = sightAfterMove(people, { from, to }, managers);
    const examples = [21, 22, 23, 24, 25].map((id) => `User ${id}`);
    expect(gains).toEqual([{ ...person(15), people: 6, examples }]);
    expect(losses).toMatchObject([{ ...person(13), people: 7 }]);
    expect(sightAfterMove([person(15)], { from, to }, managers).gains).toEqual([]);
    const ofAdmin = managers.map((each) => (each.id === 11 ? { ...each, role: 'admin' as const } : each));
    expect(sightAfterMove(people, { from: null, to: managed.get(1)! }, ofAdmin).gains.map(({ id }) => id)).toEqual([
      12,
    ]);
  });

  it('allows no move below itself, to the same place, or deeper than eight levels', () => {
    expect(mayMove(node(1), node(3))).toBe(false);
    expect(mayMove(node(1), node(1))).toBe(false);
    expect(mayMove(node(2), node(1))).toBe(false);
    expect(mayMove(node(1), null)).toBe(false);
    expect(mayMove(node(2), null)).toBe(true);
    expect(mayMove(node(2), node(4))).toBe(true);
    const deep = growForest(
      [1, 2, 3, 4, 5, 6, 7].map((id) => team(id, id === 1 ? null : id - 1)).concat(team(8, null), team(9, 8)),
    );
    expect(mayMove(deep.byId.get(8)!, deep.byId.get(7)!)).toBe(false);
    expect(mayMove(deep.byId.get(8)!, deep.byId.get(6)!)).toBe(true);
  });

  it.each([
    [usualDays, 'Monday to Friday'],
    [[6, 7], 'Saturday, Sunday'],
    [[1, 3, 4], 'Monday, Wednesday, Thursday'],
    [[7], 'Sunday'],
  ])('writes the working days %j as %s', (days, text) => expect(daysText(days)).toBe(text));
});
