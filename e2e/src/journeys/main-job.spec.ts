import { shapes, startProduct } from '../product/product.js';
import { mainJob } from './main-job.js';

describe.each(shapes)('the main job, in %s', (shape) => mainJob(() => startProduct(shape)));
