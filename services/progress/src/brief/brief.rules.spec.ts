import { briefOf, isNewIn, reasonsOf, type MemberBrief } from './brief.rules.js';

const work = {
  userId: 7,
  newLeads: 0,
  overdue: 0,
  dueToday: 0,
  attempts: 12,
  won: 0,
  lost: 0,
  unread: 0,
  wantsSummary: true,
  wantsBrief: true,
};
const member = (userId: number, name: string, count: number, more: Partial<MemberBrief> = {}): MemberBrief => ({
  userId,
  name,
  count,
  target: 12,
  before: 0,
  work,
  ...more,
});

describe('The reasons for a missed target', () => {
  it('are the untouched leads, the overdue follow-ups, and fewer attempts than the target', () => {
    expect(reasonsOf({ target: 12, work: { ...work, newLeads: 3, overdue: 1, attempts: 11 } })).toEqual([
      { kind: 'new', count: 3 },
      { kind: 'overdue', count: 1 },
      { kind: 'attempts', count: 11 },
    ]);
  });

  it('leave out what has no leads, and as many attempts as the target', () => {
    expect(reasonsOf({ target: 12, work })).toEqual([]);
  });

  it('are unknown without data of the leads', () => expect(reasonsOf({ target: 12, work: undefined })).toEqual([]));
});

it.each([
  ['2026-11-08', 0, false],
  ['2026-11-09', 0, false],
  ['2026-11-10', 0, true],
  ['2026-11-17', 0, true],
  ['2026-11-10', 1, false],
])('A user since %s with %i contacts is new in the week of November 9: %p', (since, count, isNew) => {
  expect(isNewIn({ from: '2026-11-09', to: '2026-11-15' }, { since, count })).toBe(isNew);
});

describe("The brief of the team's week", () => {
  it('sums the contacts, targets and outcomes of all members', () => {
    const members = [
      member(1, 'Ann', 14, { before: 5, work: { ...work, won: 2, lost: 1, overdue: 3 } }),
      member(2, 'Bo', 12, { before: 4, work: { ...work, won: 1, lost: 6, overdue: 2 } }),
      member(3, 'Cy', 13, { before: 2, work: undefined }),
    ];
    expect(briefOf(members)).toEqual({
      contacts: { count: 39, target: 36, before: 11 },
      won: 3,
      lost: 7,
      overdue: 5,
      behind: [],
      behindTotal: 0,
    });
  });

  it('names who missed the target, furthest behind first and equal ones by name, with the reasons', () => {
    const members = [
      member(1, 'Zoe', 7),
      member(2, 'Bo', 11),
      member(3, 'Cy', 12),
      member(4, 'Ann', 7, { work: { ...work, newLeads: 9 } }),
      member(5, 'Di', 2),
    ];
    const { behind, behindTotal } = briefOf(members);
    expect(behindTotal).toBe(4);
    expect(behind.map(({ name }) => name)).toEqual(['Di', 'Ann', 'Zoe', 'Bo']);
    expect(behind[1]).toEqual({ userId: 4, name: 'Ann', count: 7, target: 12, reasons: [{ kind: 'new', count: 9 }] });
  });

  it('names at most ten users and counts all of them', () => {
    const members = Array.from({ length: 11 }, (_, index) => member(index, `User ${index}`, 0));
    const { behind, behindTotal } = briefOf(members);
    expect(behind).toHaveLength(10);
    expect(behindTotal).toBe(11);
  });

  it('leaves the order of the members alone', () => {
    const members = [member(1, 'Zoe', 11), member(2, 'Ann', 3)];
    briefOf(members);
    expect(members.map(({ name }) => name)).toEqual(['Zoe', 'Ann']);
  });
});
