import { choice, choices, flag, id, pageNumber, pool, poolText, text, texts } from './filter-values.rules';

const sizes = choice([10, 20, 40]);
const views = choice(['list', 'map']);
const statuses = choices(['new', 'recontact', 'closed_won']);

describe('A value of the storage', () => {
  it.each([
    ['a text', text, 'dent', 'dent'],
    ['no text', text, 7, ''],
    ['texts', texts, ['a', '', 7, 'b'], ['a', 'b']],
    ['no list', texts, 'a', []],
    ['an id', id, 7, 7],
    ['an id of zero', id, 0, null],
    ['a negative id', id, -7, null],
    ['a broken id', id, 1.5, null],
    ['an id as text', id, '7', null],
    ['a page', pageNumber, 3, 3],
    ['no page', pageNumber, 'x', 1],
    ['a flag', flag(true), false, false],
    ['no flag', flag(true), 'false', true],
    ['no flag that is off by default', flag(false), null, false],
    ['any pool', pool, true, true],
    ['the pool of all', pool, 'organisation', 'organisation'],
    ['the pool of a team', pool, 7, 7],
    ['no pool', pool, 'x', false],
    ['an option', sizes, 20, 20],
    ['an unknown option', sizes, 30, 10],
    ['an option as text', sizes, '20', 10],
    ['options, in their order', statuses, ['closed_won', 'lost', 'new'], ['new', 'closed_won']],
    ['no options', statuses, 'new', []],
  ])('that is %s is read as one', (_, { read }, stored, value) => expect(read(stored)).toEqual(value));
});

describe('A value of the address', () => {
  it.each([
    ['the first text', text, ['a', 'b'], 'a'],
    ['all texts', texts, ['a', 'b'], ['a', 'b']],
    ['a number for an id', id, ['7', '8'], 7],
    ['a number for a page', pageNumber, ['3'], 3],
    ['true for a flag', flag(false), ['true'], true],
    ['false for a flag', flag(true), ['yes'], false],
    ['true for any pool', pool, ['true'], true],
    ['the text for the pool of all', pool, ['organisation'], 'organisation'],
    ['a number for the pool of a team', pool, ['7'], 7],
    ['a number for an option that is one', sizes, ['20'], 20],
    ['a text for an option that is one', views, ['map'], 'map'],
    ['all texts for options', statuses, ['new', 'x'], ['new', 'x']],
    ['an empty text without any', text, [], ''],
  ])('is %s', (_, { fromAddress }, given, value) => expect(fromAddress(given)).toEqual(value));
});

it('the fallback is empty, the first page, or the first option', () => {
  const kinds = [text, texts, id, pageNumber, flag(true), flag(false), pool, sizes, views, statuses];
  expect(kinds.map(({ fallback }) => fallback)).toEqual(['', [], null, 1, true, false, false, 10, 'list', []]);
});

it.each([
  [true, 'In a pool'],
  [4, 'West'],
  [7, 'Pool of team 7'],
  ['organisation', 'Pool'],
] as const)('the pool %j is called %s', (choice, name) => {
  const pools = [
    { pool: 3, name: 'East', count: 2 },
    { pool: 4, name: 'West', count: 1 },
  ];
  expect(poolText(pools, choice)).toBe(name);
});
