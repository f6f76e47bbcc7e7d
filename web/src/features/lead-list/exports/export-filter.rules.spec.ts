import { leadFilter, type LeadFilter } from '@lead-finder/contracts';
import { customField } from '../../../../test/custom-field';
import { filterWords } from './export-filter.rules';

const said = (filter: LeadFilter, fullName?: string) =>
  filterWords(
    { filter: leadFilter.parse(filter), owner: fullName ? { id: 3, username: 'sam', fullName } : null },
    [customField({ key: 'region', name: 'Region' })],
    [{ id: 4, name: 'Harlem', parentId: null }],
  );

it.each<[LeadFilter, string[]]>([
  [{}, ['All leads that the person sees']],
  [{ hideClosed: false, archived: 'false', q: '', tag: [] }, ['All leads that the person sees']],
  [
    { q: 'Bakery', status: ['new', 'recontact'], tag: ['hot', 'May'] },
    ['Name: Bakery', 'Status: New, Recontact', 'Tag: hot, May'],
  ],
  [{ state: 'TX', county: 'Travis', mine: true }, ['Only own leads', 'State: TX', 'County: Travis']],
  [
    { hideClosed: true, existingCustomers: true, archived: 'any' },
    ['Without closed leads', 'With existing customers', 'With archived leads'],
  ],
  [
    { archived: 'true', imported: false, located: true },
    ['Only archived leads', 'Without imported leads', 'With coordinates'],
  ],
  [{ imported: true, located: false }, ['Only imported leads', 'Without coordinates']],
  [{ userId: 9 }, ['Assigned: user 9']],
  [{ pool: true }, ['Only leads in a pool']],
  [{ pool: false }, ['Only leads with a user']],
  [{ pool: 'organisation' }, ['Only leads in one pool']],
  [{ territory: [4, '5', 'none'] }, ['Territory: Harlem, Territory 5, No territory']],
  [{ field: ['region=North', 'region!', 'size:1..'] }, ['Region: North, No value', 'size: From 1']],
])('the filter %j is in words: %j', (filter, words) => {
  expect(said(filter)).toEqual(words);
});

it('names the user whose leads the filter selects', () => {
  expect(said({ userId: 3 }, 'Sam Okafor')).toEqual(['Assigned: Sam Okafor']);
  expect(said({ pool: 3 }, 'Pool of West')).toEqual(['Only leads in Pool of West']);
});
