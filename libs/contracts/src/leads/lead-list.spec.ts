import { getLeadMap, leadFilter } from './lead-list.js';

const issuesOf = (filter: object) =>
  leadFilter.safeParse(filter).error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('A value of a filter that may repeat is read alone and in a list', () => {
  const given = { field: 'seats=4', tag: ['warm', 'cold'], territory: 'none' };
  expect(leadFilter.parse(given)).toMatchObject({ field: ['seats=4'], tag: ['warm', 'cold'], territory: ['none'] });
});

it('A filter of a custom field in another form says the forms, alone and in a list', () => {
  const message = 'Must be KEY=value, KEY:from..to or KEY!';
  expect(issuesOf({ field: 'seats' })).toEqual([['field', message]]);
  expect(issuesOf({ field: ['seats=4', 'seats:x..'] })).toEqual([['field.1', message]]);
  expect(issuesOf({ tag: 'x'.repeat(51) })).toEqual([['tag', 'Must be at most 50 characters']]);
});

it('A box of a map has numbers that a computer holds', () => {
  const isBox = (west: string) => getLeadMap.input.safeParse({ scope: 'all', bbox: `${west},0,1,1` }).success;
  expect([isBox('-740.5'), isBox('9'.repeat(400))]).toEqual([true, false]);
});
