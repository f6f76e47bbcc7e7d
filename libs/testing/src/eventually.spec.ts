import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

describe('eventually', () => {
  it('returns what the assertion returns once it stops throwing', async () => {
    let calls = 0;
    const attempt = () => {
      calls += 1;
      if (calls < 4) throw new Error('not yet');
      return calls;
    };
    await expect(eventually(attempt)).resolves.toBe(4);
  });

  it('waits for an asynchronous assertion', async () => {
    let calls = 0;
    await eventually(async () => expect(++calls).toBe(3));
  });

  it('throws the last error when the time is over', async () => {
    let calls = 0;
    const attempt = () => {
      throw new Error(`attempt ${++calls}`);
    };
    await expect(eventually(attempt, { within: 60 })).rejects.toThrow(/attempt [2-9]/);
  });
});

describe('a free port', () => {
  it('lies below the range of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 10 }, freePort));
    for (const port of ports) expect(port).toBeLessThan(32_768);
  });

  it('is given out once, even before its owner listens on it', async () => {
    const ports = new Set<number>();
    for (let n = 0; n < 500; n++) ports.add(await freePort());
    expect(ports.size).toBe(500);
  });
});
