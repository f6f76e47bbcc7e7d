import { findLeads } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { ada, alex, assign, sam, startWorld, type World } from '../../test/world.js';
import { matchOf, wordListOf, type SearchedLead } from './lead-texts.rules.js';
import { bareNumber, indexQuery, pairQuery, searchTerms } from './search-words.rules.js';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

const word = fc.constantFrom('ax', 'axel', 'bay', 'bayou', 'Ünal', '7', '74', '7421', '74210', '24h', '5550142x');
const number = fc.constantFrom('303 555 0142', '+44 191 498 0123', '3035550199', '80203', '123456789');
const name = fc.array(fc.oneof({ weight: 4, arbitrary: word }, number), { minLength: 1, maxLength: 4 });
const query = fc
  .tuple(fc.array(fc.oneof(word, number), { minLength: 1, maxLength: 3 }), fc.nat(8))
  .map(([words, cut]) => words.join(' ').slice(0, Math.max(2, words.join(' ').length - cut)))
  .filter((text) => text.trim().length > 1);

const searched = (text: string, address: string | null): SearchedLead => ({
  name: text,
  address,
  vicinity: null,
  state: null,
  county: null,
  phone: null,
  internationalPhone: null,
  website: null,
  ownerName: null,
  customFields: {},
  tags: [],
  notes: '',
});

const parameters = { seed: testSeed, numRuns: longRun ? 2_000 : 200 };

/** Whether the index has a lead with this name for the query, also as the version before wrote its words: on two lines. */
async function isIndexed(lead: SearchedLead, query: string): Promise<boolean> {
  const list = wordListOf(lead);
  const before = list.replace(/\n(?=[^\n]*$)/, '');
  const [row] = await world.database.query<{ now: boolean; before: boolean }>(
    'select indexed_words($1, 7) @@ $3::tsquery as now, indexed_words($2, 7) @@ $3::tsquery as before',
    [list, before, query],
  );
  expect(row!.now).toBe(row!.before);
  return row!.now;
}

describe('the index of words', () => {
  it('has each lead with a word that begins like a typed one', async () => {
    await fc.assert(
      fc.asyncProperty(name, fc.oneof(word, number), fc.nat(12), async (words, typed, cut) => {
        const lead = searched(words.join(' '), null);
        const [term] = searchTerms(typed.slice(0, Math.max(3, typed.length - cut)));
        if (!term) return;
        // Without known words every word is searched by its beginning.
        const known = new Map(term.map((each) => [each, Array.from({ length: 31 }, () => ({ word: each, leads: 1 }))]));
        const { query } = indexQuery([term], known, 30, 100)!;
        const isShort = term.every((each) => each.length < 3);
        if (!isShort && matchOf({ ...lead, name: '', address: lead.name }, [term]))
          expect(await isIndexed(lead, query)).toBe(true);
      }),
      parameters,
    );
  });

  it('has the neighbours of a name, unless a typed number is rare by itself', async () => {
    await fc.assert(
      fc.asyncProperty(name, word, word, fc.nat(4), async (words, first, second, cut) => {
        const lead = searched(words.join(' '), null);
        const terms = searchTerms(`${first} ${second.slice(0, Math.max(1, second.length - cut))}`);
        const isRare = terms.some(([each]) => each!.length >= 4 && /[0-9]/.test(each!));
        if (terms.length !== 2 || isRare) return;
        const [name] = wordListOf(lead).split('\n');
        const isNeighbour = `${name}`.includes(` ${terms[0]![0]} ${terms[1]![0]}`);
        expect(await isIndexed(lead, pairQuery(terms)!)).toBe(isNeighbour);
      }),
      parameters,
    );
  });
});

it('returns the leads that have each word of a query, those of the user alone', async () => {
  const owners = [sam, alex];
  const leads = fc
    .sample(fc.tuple(name, fc.option(number)), { seed: testSeed, numRuns: 60 })
    .map(([words, address], at) => ({ owner: owners[at % 2]!, lead: searched(words.join(' '), address) }));
  for (const { owner, lead } of leads) await assign(world, owner, { name: lead.name, formattedAddress: lead.address });
  await eventually(async () => {
    const waiting = await world.database.query('select from lead_search_changes limit 1');
    expect(waiting).toEqual([]);
  });
  const isMatch = (lead: SearchedLead, q: string) =>
    searchTerms(q).every((term) =>
      matchOf({ ...lead, name: '', address: `${lead.name}, ${lead.address ?? ''}` }, [term]),
    );
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(ada, sam, alex), async (q, actor) => {
      const { leads: found } = await world.call(findLeads, actor, { q });
      const own = leads.filter(({ owner }) => actor === ada || owner === actor);
      const asked = bareNumber(q);
      const expected = own.filter(({ lead }) => isMatch(lead, asked)).map(({ lead }) => lead.name);
      // Without a match the search corrects typing errors.
      if (expected.length === 0 || searchTerms(asked).length === 0) return;
      expect(found).toHaveLength(Math.min(6, expected.length));
      for (const { business } of found) expect(expected).toContain(business.name);
    }),
    { ...parameters, numRuns: longRun ? 500 : 60 },
  );
});
