import type { MemberWeeks } from '@lead-finder/contracts';
import { record } from './team.fixture';
import { findMembers, groupsOf, highestOf, sideOf, type Sorting, summaryOf, teamOf, workedByTeam } from './team.rules';

const team = (...months: ReturnType<typeof record>[]) => teamOf({ month: months, week: [], lastWeek: [] });
const names = (members: { name: string }[]) => members.map(({ name }) => name);

describe('The team', () => {
  it('has the three numbers of each member, and the username if there is no full name', () => {
    const [member] = teamOf({
      month: [record(7, '', 40)],
      week: [record(8, 'Another User', 1), record(7, '', 5, 24)],
      lastWeek: [],
    });
    expect(member).toMatchObject({ name: 'user7', scores: { month: { count: 40 }, week: { count: 5, target: 24 } } });
    expect(member?.scores.lastWeek).toBeUndefined();
  });

  it('has the count of the best week of all', () => {
    const weeks = (...counts: number[]) => ({ weeks: counts.map((count) => ({ count })) }) as MemberWeeks;
    expect(highestOf([weeks(3, 9), weeks(12, 1), weeks()])).toBe(12);
    expect(highestOf([])).toBe(0);
  });

  it('counts members with a percentage above 0 as active, and sums the contacts of this month', () => {
    const members = team(record(1, 'A', 10), record(2, 'B', 0), record(3, 'C', 1, 300));
    expect(summaryOf(members)).toEqual({ members: 3, active: 1, contacts: 11, target: 500 });
  });

  it.each([
    [70, 'Top Performers'],
    [69, 'On Track'],
    [40, 'On Track'],
    [39, 'Needs Attention'],
    [1, 'Needs Attention'],
    [0, 'Just Started'],
  ])('at half of the month has %d%% in %s', (count, group) => {
    expect(groupsOf(team(record(1, 'A', count)), 50)).toMatchObject([{ group, members: [{ name: 'A' }] }]);
  });

  it('preserves the order of the groups, without the empty ones', () => {
    const members = team(record(1, 'A', 0), record(2, 'B', 90), record(3, 'C', 20));
    const groups = groupsOf(members, 50).map(({ group }) => group);
    expect(groups).toEqual(['Top Performers', 'Needs Attention', 'Just Started']);
  });
});

describe('A bar', () => {
  it.each([
    [13, 14, 77.9, 'plain'],
    [12, 24, 30, 'ahead'],
    [10, 24, 56, 'behind'],
    [0, 24, 56, 'plain'],
    [15, 14, 92, 'ahead'],
    [24, 24, undefined, 'ahead'],
    [2, 24, undefined, 'plain'],
  ])('of %d of %d when %p%% of its time has passed is %s', (count, target, elapsed, side) => {
    expect(sideOf(record(1, 'A', count, target), elapsed)).toBe(side);
  });
});

describe('Members', () => {
  const members = team(record(1, 'Omar', 30, 50), record(2, 'Ada', 40, 100), record(3, 'Lena', 40, 80));

  it.each<[Sorting, string[]]>([
    ['highest', ['Omar', 'Lena', 'Ada']],
    ['lowest', ['Ada', 'Lena', 'Omar']],
    ['contacts', ['Ada', 'Lena', 'Omar']],
    ['name', ['Ada', 'Lena', 'Omar']],
  ])('are sorted by %s', (sorting, sorted) => {
    expect(names(findMembers(members, '', sorting))).toEqual(sorted);
  });

  it('with the same percentage or the same contacts are sorted by name', () => {
    const equal = team(record(1, 'Zoe', 30), record(2, 'Ada', 30), record(3, 'Max', 30), record(4, 'Bo', 40));
    expect(names(findMembers(equal, '', 'highest'))).toEqual(['Bo', 'Ada', 'Max', 'Zoe']);
    expect(names(findMembers(equal, '', 'lowest'))).toEqual(['Ada', 'Max', 'Zoe', 'Bo']);
    expect(names(findMembers(equal, '', 'contacts'))).toEqual(['Bo', 'Ada', 'Max', 'Zoe']);
  });

  it.each([
    ['LEn', ['Lena']],
    [' lena ', ['Lena']],
    ['user2', ['Ada']],
    ['USER1@north', ['Omar']],
    ['unknown', []],
  ])('are found by “%s” in name, username or e-mail', (words, found) => {
    expect(names(findMembers(members, words, 'name'))).toEqual(found);
  });
});

it('the pace of the team adds up the working days of its members', () => {
  const member = (target: number, workingDays?: number[], daysOff?: string[]) =>
    ({ scores: { month: { count: 0, target, percentage: 0, workingDays, daysOff } } }) as never;
  const month = { from: '2026-11-01', to: '2026-11-30' };
  const worked = workedByTeam([member(21, [1, 2, 3, 4, 5]), member(30)], month)!;
  expect((worked(50) * 51) / 100).toBeCloseTo(25, 9);
  expect(worked(100)).toBeCloseTo(100, 9);
  const withHolidays = workedByTeam([member(21, [1, 2, 3, 4, 5], ['2026-11-11']), member(30, [1, 2, 3, 4, 5])], month)!;
  expect((withHolidays(50) * 51) / 100).toBeCloseTo((9 / 20) * 21 + (10 / 21) * 30, 9);
  expect(workedByTeam([member(21), member(30)], month)).toBeUndefined();
});
