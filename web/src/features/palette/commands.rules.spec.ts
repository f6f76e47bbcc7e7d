import type { SessionUser } from '@lead-finder/contracts';
import { commandsOf, matches, partsOf } from './commands.rules';

const user = (role: SessionUser['role']): SessionUser => ({
  id: 7,
  username: 'ann',
  fullName: 'Ann Archer',
  email: 'ann@north.example',
  role,
});
const shown = (role: SessionUser['role']) =>
  commandsOf(user(role), 'light').map(({ group, label, icon, key }) => [group, label, icon, key]);
const target = (label: string) => {
  const visited: string[] = [];
  commandsOf(user('admin'), 'light')
    .find((command) => command.label === label)
    ?.run((to) => visited.push(to));
  return visited;
};

describe('The commands', () => {
  const everybody = [
    ['Go to', 'Home', 'house', 'h'],
    ['Go to', 'My day', 'calendar-check', 'd'],
    ['Go to', 'Pool', 'inbox', 'p'],
    ['Go to', 'Search Businesses', 'search', 's'],
    ['Go to', 'CRM Dashboard', 'list-ul', 'c'],
    ['Go to', 'Map of leads', 'map', 'm'],
  ];
  const leaders = [['Go to', 'Team Progress', 'bar-chart-line', 't']];
  const others = [['Go to', 'Untouched Leads', 'hourglass-split', undefined]];
  const administrators = [
    ['Go to', 'User Management', 'people', 'u'],
    ['Go to', 'Import Users', 'person-plus', undefined],
    ['Go to', 'Import from CSV', 'upload', 'i'],
    ['Go to', 'Organisation', 'building', undefined],
    ['Go to', 'Teams', 'diagram-3', 'e'],
    ['Go to', 'Territories', 'map', undefined],
    ['Go to', 'Sign-in', 'box-arrow-in-right', undefined],
    ['Go to', 'Distribution', 'signpost-split', undefined],
    ['Go to', 'Untouched Leads', 'hourglass-split', undefined],
    ['Go to', 'Custom Fields', 'input-cursor-text', undefined],
    ['Go to', 'Tags', 'tags', 'l'],
    ['Go to', 'Recently Deleted', 'trash3', 'r'],
    ['Go to', 'Exports', 'download', undefined],
    ['Go to', 'Integrations', 'plug', undefined],
    ['Go to', 'Audit trail', 'journal-text', 'a'],
  ];
  const own = [['Go to', 'API tokens', 'code-slash', undefined]];
  const actions = [
    ['Do', 'Work the leads of my day, one after another', 'lightning-charge', undefined],
    ['Do', 'Use the dark theme', 'moon', undefined],
  ];

  it('of a user, a manager and an administrator are those that each may use', () => {
    expect(shown('user')).toEqual([...everybody, ...others, ...own, ...actions]);
    expect(shown('manager')).toEqual([...everybody, ...leaders, ...others, ...own, ...actions]);
    expect(shown('admin')).toEqual([...everybody, ...leaders, ...administrators, ...own, ...actions]);
  });

  it.each([
    ['Home', '/'],
    ['My day', '/my-day'],
    ['Pool', '/pool'],
    ['Untouched Leads', '/recycling'],
    ['Search Businesses', '/search'],
    ['CRM Dashboard', '/crm'],
    ['Map of leads', '/crm'],
    ['Team Progress', '/progress'],
    ['User Management', '/users'],
    ['Teams', '/teams'],
    ['Import Users', '/users/import'],
    ['Import from CSV', '/import'],
    ['Organisation', '/organisation'],
    ['Territories', '/territories'],
    ['Sign-in', '/sign-in'],
    ['Distribution', '/distribution'],
    ['Custom Fields', '/custom-fields'],
    ['Exports', '/exports'],
    ['Integrations', '/integrations'],
    ['API tokens', '/tokens'],
    ['Audit trail', '/audit'],
    ['Tags', '/tags'],
    ['Recently Deleted', '/recently-deleted'],
    ['Work the leads of my day, one after another', '/next-lead?from=my-day'],
  ])('"%s" opens %s', (label, path) => expect(target(label)).toEqual([path]));

  it('offer the other theme', () => {
    const last = commandsOf(user('user'), 'dark').at(-1);
    expect(last).toMatchObject({ label: 'Use the light theme', icon: 'sun' });
  });
});

describe('A typed text', () => {
  it.each([
    ['Search Businesses', 'bus', true],
    ['Search Businesses', 'B sea', true],
    ['Search Businesses', ' search  ', true],
    ['Search Businesses', '', true],
    ['Search Businesses', 'inesses', false],
    ['Search Businesses', 'search leads', false],
    ['Import from CSV', 'csv', true],
    ['Join-ups (all)', 'ups all', true],
    ['Łódź', 'łó', true],
    ['Room 12', '12', true],
  ])('finds "%s" by %p: %p', (label, typed, isFound) => expect(matches(label, typed)).toBe(isFound));

  it.each([
    ['Search Businesses', 'BUS', ['Search ', 'Bus', 'inesses']],
    ['Home', 'ho', ['', 'Ho', 'me']],
    ['Home', 'me', ['Ho', 'me', '']],
    ['Home', 'x', ['Home', '', '']],
    ['Home', '', ['Home', '', '']],
  ])('splits "%s" at %p into %p', (label, typed, parts) => expect(partsOf(label, typed)).toEqual(parts));
});
