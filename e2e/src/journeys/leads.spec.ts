import { visit, type Visited } from '../product/visitor.js';
import { leadList } from './lead-list.js';
import { nextLead } from './next-lead.js';
import { overtakenLead } from './overtaken-lead.js';
import { profile } from './profile.js';
import { search } from './search.js';

let product: Visited;
beforeAll(async () => void (product = await visit()));
afterAll(() => product?.close(), 60_000);

search(() => product);
leadList(() => product);
profile(() => product);
overtakenLead(() => product);
nextLead(() => product);

it('left no error in the pages', () => expect(product.problems).toEqual([]));
