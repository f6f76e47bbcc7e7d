import { leadListQueryIn, queryOf, subjectOf } from './lead-list-query.rules';

const read = (query: string) => leadListQueryIn(new URLSearchParams(query));
const week = { from: '2026-11-16', to: '2026-11-22' };

describe('The address of a list behind a number', () => {
  it.each([
    ['kind=contacts&from=2026-11-16&to=2026-11-22', { kind: 'contacts', ...week }],
    ['kind=won&userId=7&from=2026-11-16&to=2026-11-22', { kind: 'won', userId: 7, ...week }],
    ['kind=attempts&userId=7&from=2026-11-16&to=2026-11-22', { kind: 'attempts', userId: 7, ...week }],
    ['kind=overdue', { kind: 'overdue' }],
    ['kind=new&userId=7', { kind: 'new', userId: 7 }],
    ['kind=new&userId=x&from=yesterday&to=today', { kind: 'new' }],
    ['kind=new&userId=0', { kind: 'new' }],
    ['kind=new&userId=1.5', { kind: 'new' }],
    ['kind=new&userId=-7', { kind: 'new' }],
    ['kind=new&from=2026-11-16', { kind: 'new' }],
    ['kind=new&to=2026-11-22', { kind: 'new' }],
    ['kind=new&from=2026-11-16x&to=2026-11-22', { kind: 'new' }],
    ['kind=new&from=x2026-11-16&to=2026-11-22', { kind: 'new' }],
    ['kind=new&from=2026-1-16&to=2026-11-22', { kind: 'new' }],
    ['kind=new&from=26-11-16&to=2026-11-22', { kind: 'new' }],
    ['kind=new&from=2026-11-16&to=2026-11-2', { kind: 'new' }],
  ])('%s names the list %p', (query, list) => expect(read(query)).toEqual(list));

  it.each([
    '',
    'kind=colour',
    'kind=contacts',
    'kind=won&userId=7',
    'kind=lost',
    'kind=attempts&userId=7',
    'kind=attempts&from=2026-11-16&to=2026-11-22',
  ])('%p names no list', (query) => expect(read(query)).toBeNull());

  it.each([
    [{ kind: 'won', userId: 7, ...week }, 'kind=won&userId=7&from=2026-11-16&to=2026-11-22'],
    [{ kind: 'contacts', ...week }, 'kind=contacts&from=2026-11-16&to=2026-11-22'],
    [{ kind: 'overdue' }, 'kind=overdue'],
    [{ kind: 'new', from: '2026-11-16' }, 'kind=new'],
    [{ kind: 'new', to: '2026-11-22' }, 'kind=new'],
  ] as const)('of %p is %s', (list, query) => expect(queryOf(list)).toBe(query));
});

describe('The title of a list', () => {
  it.each([
    [{ kind: 'contacts', ...week }, 'This Week'],
    [{ kind: 'contacts', from: '2026-11-09', to: '2026-11-15' }, 'Last Week'],
    [{ kind: 'attempts', userId: 7, ...week }, 'Leads tried, This Week'],
    [{ kind: 'won', ...week }, 'Closed (Won), This Week'],
    [{ kind: 'lost', ...week }, 'Closed (Lost), This Week'],
    [{ kind: 'overdue' }, 'Overdue follow-ups'],
    [{ kind: 'new' }, 'New'],
    [{ kind: 'in_progress' }, 'In Progress'],
    [{ kind: 'contacts', from: '2026-11-16' }, ''],
    [{ kind: 'contacts', to: '2026-11-22' }, ''],
  ] as const)('of %p is "%s"', (list, title) => expect(subjectOf(list, '2026-11-18')).toBe(title));
});
