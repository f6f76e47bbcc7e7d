import { Passwords, type Place } from './passwords.js';

class Impatient extends Passwords {
  protected override readonly maxStrangersWaiting = 2;
}

describe('passwords', () => {
  const outcomes = (passwords: Passwords, places: Place[]) => {
    const finished: number[] = [];
    const checks = places.map(async (place, n) => {
      const outcome = await passwords
        .matches('Wrong-Horse-9', undefined, place)
        .catch(({ code }: { code: string }) => code);
      if (outcome === false) finished.push(n);
      return outcome;
    });
    return Promise.all(checks).then((all) => ({ all, finished }));
  };
  const network = (n: number): Place => ({ keys: [`network ${n}`] });

  it('are checked two at a time, a few strangers more wait, and others are told at once to come again', async () => {
    const passwords = new Impatient();
    const { all } = await outcomes(
      passwords,
      Array.from({ length: 6 }, (_, n) => network(n)),
    );
    expect(all).toEqual([false, false, false, false, 'unavailable', 'unavailable']);
    expect(await passwords.matches('Wrong-Horse-9', undefined, network(1))).toBe(false);
  });

  it('are checked one at a time for a network or an account, of which five may wait', async () => {
    const { all } = await outcomes(
      new Passwords(),
      Array.from({ length: 9 }, () => network(1)),
    );
    expect(all).toEqual([...Array(6).fill(false), ...Array(3).fill('rate_limited')]);
  });

  it('of others wait for one hash of a network that floods, not for all of them', async () => {
    const { finished } = await outcomes(new Passwords(), [...Array.from({ length: 6 }, () => network(1)), network(2)]);
    expect(finished.indexOf(6)).toBeLessThan(4);
  });

  it('of users who are known go before strangers, whatever their number', async () => {
    const known: Place = { keys: ['account 7'], isKnown: true };
    const { all, finished } = await outcomes(new Impatient(), [...[1, 2, 3, 4, 5].map(network), known]);
    expect(all).toEqual([false, false, false, false, 'unavailable', false]);
    expect(finished.indexOf(5)).toBeLessThan(4);
  });
});
