import { bufferMegabytes, usableMemory } from './buffers.rules.js';

const gigabyte = 2 ** 30;

describe('The buffers of the embedded PostgreSQL', () => {
  it.each([
    [1, 256],
    [2, 256],
    [8, 1_024],
    [24, 3_072],
    [32, 4_096],
    [256, 4_096],
  ])('of a machine with %d GB have %d MB', (gigabytes, megabytes) => {
    expect(bufferMegabytes(gigabytes * gigabyte)).toBe(megabytes);
  });

  it('know the memory of this machine', () => {
    expect(usableMemory()).toBeGreaterThan(gigabyte / 4);
    expect(usableMemory()).toBeLessThan(2 ** 50);
  });
});
