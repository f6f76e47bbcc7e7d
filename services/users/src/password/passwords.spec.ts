import { Passwords, type HashSlot } from './passwords.js';

class ShortQueue extends Passwords {
  protected override readonly maxUnknownWaiting = 2;
}

describe('passwords', () => {
  const outcomes = (passwords: Passwords, slots: HashSlot[]) => {
    const finished: number[] = [];
    const checks = slots.map(async (slot, n) => {
      const outcome = await passwords
        .matches('Wrong-Horse-9', undefined, slot)
        .catch(({ code }: { code: string }) => code);
      if (outcome === false) finished.push(n);
      return outcome;
    });
    return Promise.all(checks).then((all) => ({ all, finished }));
  };
  const network = (n: number): HashSlot => ({ keys: [`network ${n}`] });

  it('are checked two at a time; a few more unknown clients wait, and others are rejected at once', async () => {
    const passwords = new ShortQueue();
    const { all } = await outcomes(
      passwords,
      Array.from({ length: 6 }, (_, n) => network(n)),
    );
    expect(all).toEqual([false, false, false, false, 'unavailable', 'unavailable']);
    expect(await passwords.matches('Wrong-Horse-9', undefined, network(1))).toBe(false);
  });

  it('are checked one at a time for a network or an account, and five may wait', async () => {
    const { all } = await outcomes(
      new Passwords(),
      Array.from({ length: 9 }, () => network(1)),
    );
    expect(all).toEqual([...Array(6).fill(false), ...Array(3).fill('rate_limited')]);
  });

  // The order in which hashes end varies with the load of the machine, so each crowd is large.
  it('of others wait for one hash of a flooding network, not for all of them', async () => {
    const flood: HashSlot = { ...network(1), maxWaiting: 20 };
    const { finished } = await outcomes(new Passwords(), [...Array.from({ length: 20 }, () => flood), network(2)]);
    expect(finished.indexOf(20)).toBeLessThan(10);
  });

  it('of known users are checked before those of any number of unknown clients', async () => {
    const unknown = Array.from({ length: 20 }, (_, n) => network(n));
    const { all, finished } = await outcomes(new Passwords(), [...unknown, { keys: ['account 7'], isKnown: true }]);
    expect(all).toEqual(Array(21).fill(false));
    expect(finished.indexOf(20)).toBeLessThan(10);
  });
});
