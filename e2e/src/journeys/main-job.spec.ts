import { longRun, testSeed } from '@lead-finder/testing';
import { shapes, startProduct } from '../product/product.js';
import { mainJob } from './main-job.js';

/** The seed of a short run selects the shape that kills.spec.ts leaves out. */
const tried = longRun ? shapes : [shapes[(testSeed + 1) % shapes.length]!];

describe.each(tried)('the main job, in %s', (shape) => mainJob(() => startProduct(shape)));
