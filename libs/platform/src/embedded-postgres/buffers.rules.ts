import { totalmem } from 'node:os';

const bytesPerMegabyte = 2 ** 20;
const [min, max] = [256, 4_096];

export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Returns the MB of `shared_buffers` for bytes of memory (docs/performance.md#many-more-leads). */
export const bufferMegabytes = (memory: number): number =>
  Math.round(Math.min(max, Math.max(min, memory / bytesPerMegabyte / 8)));
