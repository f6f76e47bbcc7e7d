import { setImmediate as turn } from 'node:timers/promises';
import { checkSession, forgotPassword, signIn } from '@lead-finder/contracts';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';
import { StrangersTurns } from './strangers-turns.js';

class Impatient extends StrangersTurns {
  protected override readonly patienceMs = 50;
}

describe('turns of strangers', () => {
  const begun: string[] = [];
  let end: (() => void)[];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => void end.push(resolve));
  };

  beforeEach(() => {
    begun.length = 0;
    end = [];
  });

  it('come two at a time, network after network, whatever one of them asks for', async () => {
    const turns = new StrangersTurns();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map((name) => turns.take(name[0]!, work(name)));
    for (let n = 0; n < all.length; n++) {
      expect(begun).toHaveLength(Math.min(n + 2, all.length));
      end[n]!();
      await turn();
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'c2']);
  });

  it('are waited for by 10 of a network and 200 in all, except by what is begun, and the next ones are told at once to come again', async () => {
    const turns = new StrangersTurns();
    const ask = (network: string) =>
      turns.take(network, () => Promise.resolve(undefined)).catch(({ code }: { code: string }) => code);
    const held = ['a', 'b'].map((network) => turns.take(network, work(network)));
    const waiting = Array.from({ length: 200 }, (_, n) => ask(`network ${Math.floor(n / 10)}`));
    expect([await ask('network 0'), await ask('another')]).toEqual(['rate_limited', 'unavailable']);
    waiting.push(turns.take('network 0', () => Promise.resolve(), true).then(() => undefined));
    end.forEach((each) => each());
    await Promise.all(held);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
    expect(await ask('network 0')).toBeUndefined();
  });

  it('that do not come in time are refused, and the others come all the same', async () => {
    const turns = new Impatient();
    const held = [turns.take('a', work('a1')), turns.take('a', work('a2'))];
    await expect(turns.take('b', work('b1'))).rejects.toMatchObject({ kind: 'unavailable' });
    const next = turns.take('c', work('c1'));
    end.forEach((each) => each());
    await Promise.all(held);
    end.at(-1)!();
    await next;
    expect(begun).toEqual(['a1', 'a2', 'c1']);
  });
});

describe('a flood of strangers', () => {
  let world: UsersWorld;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  const addressOf = (n: number) => ({ ...origin, address: `198.51.100.${n % 5}` });
  it.each<[string, (n: number) => Promise<unknown>]>([
    [
      'forgotten passwords',
      (n) => world.call(forgotPassword, null, { email: `nobody${n}@example.com`, origin: addressOf(n) }),
    ],
    [
      'sign-ins',
      (n) => world.call(signIn, null, { username: `nobody${n}`, password, origin: addressOf(n), devices: [] }),
    ],
  ])('of %s that waits for its counters leaves connections to signed-in users', async (_, ask) => {
    const holder = world.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table limits in exclusive mode');
    const flood = Array.from({ length: 40 }, (_each, n) => ask(n).catch(() => undefined));
    const sessions = Array.from({ length: 5 }, () =>
      world.call(checkSession, null, { token: world.adaToken, used: false }),
    );
    try {
      for (const { actor } of await Promise.all(sessions)) expect(actor.username).toBe('ada');
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    await Promise.all(flood);
  });
});
