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

  it('of others wait for one hash of a flooding network, not for all of them', async () => {
    const { finished } = await outcomes(new Passwords(), [...Array.from({ length: 6 }, () => network(1)), network(2)]);
    expect(finished.indexOf(6)).toBeLessThan(4);
  });

  it('of known users are checked before those of any number of unknown clients', async () => {
    const known: HashSlot = { keys: ['account 7'], isKnown: true };
    const { all, finished } = await outcomes(new ShortQueue(), [...[1, 2, 3, 4, 5].map(network), known]);
    expect(all).toEqual([false, false, false, false, 'unavailable', false]);
    expect(finished.indexOf(5)).toBeLessThan(4);
  });
});
