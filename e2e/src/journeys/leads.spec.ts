import { visit, type Visited } from '../product/visitor.js';
import { leadList } from './lead-list.js';
import { nextLead } from './next-lead.js';
import { offline } from './offline.js';
import { overtakenLead } from './overtaken-lead.js';
import { profile } from './profile.js';
import { requestId } from './request-id.js';
import { search } from './search.js';

let product: Visited;
beforeAll(async () => void (product = await visit({ LOG_LEVEL: 'info' })));
afterAll(() => product?.close(), 60_000);

search(() => product);
leadList(() => product);
profile(() => product);
overtakenLead(() => product);
nextLead(() => product);
requestId(() => product);
offline(() => product);

it('left no error in the pages', () => expect(product.problems).toEqual([]));
