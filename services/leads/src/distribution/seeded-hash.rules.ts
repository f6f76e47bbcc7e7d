import { createHash } from 'node:crypto';

/** Mixes an id with a seed into 32 bits (murmur3's finalizer), so that no order follows the ids. */
export function hashOf(seed: number, id: number): number {
  const low = Math.imul(id >>> 0, 0xcc9e2d51) ^ Math.imul(Math.floor(id / 2 ** 32) >>> 0, 0x1b873593);
  let mixed = (low ^ seed) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** 48 bits, which a number of JSON carries. */
export const hashOfText = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6);
