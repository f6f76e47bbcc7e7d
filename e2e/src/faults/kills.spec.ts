import { longRun, testSeed } from '@lead-finder/testing';
import { shapes, startProduct, type Product } from '../product/product.js';
import { importKill } from './import-kill.js';
import { killNine } from './kill-nine.js';

/** The seed of a short run selects one of the two shapes. */
const taken = longRun ? shapes : [shapes[testSeed % shapes.length]!];

describe.each(taken)('in %s', (shape) => {
  let product: Product;
  beforeAll(async () => void (product = await startProduct(shape)));
  afterAll(() => product.stop(), 60_000);

  killNine(() => product);
  importKill(shape, () => product);
});
