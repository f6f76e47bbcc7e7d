import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkSession, forgotPassword, signIn } from '@lead-finder/contracts';
import { origin, password, startUsers, type UsersWorld } from '../../test/start-users.js';
import { NetworkQueue } from './network-queue.js';

class ShortTimeoutQueue extends NetworkQueue {
  protected override readonly timeoutMs = 50;
}

describe('unauthenticated requests', () => {
  const started: string[] = [];
  let end: (() => void)[];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => void end.push(resolve));
  };

  beforeEach(() => {
    started.length = 0;
    end = [];
  });

  it('run two at a time, one network after the other, for any number of requests of one network', async () => {
    const queue = new NetworkQueue();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map((name) => queue.run(name[0]!, work(name)));
    for (let n = 0; n < all.length; n++) {
      expect(started).toHaveLength(Math.min(n + 2, all.length));
      end[n]!();
      await nextTurn();
    }
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'c2']);
  });

  it('wait up to 100 of a network and 200 in all, except continued ones, and more are rejected at once', async () => {
    const queue = new NetworkQueue();
    const ask = (network: string) =>
      queue.run(network, () => Promise.resolve(undefined)).catch(({ code }: { code: string }) => code);
    const blocking = ['a', 'b'].map((network) => queue.run(network, work(network)));
    const waiting = Array.from({ length: 200 }, (_, n) => ask(`network ${Math.floor(n / 100)}`));
    expect([await ask('network 0'), await ask('another')]).toEqual(['rate_limited', 'unavailable']);
    waiting.push(queue.run('network 0', () => Promise.resolve(), true).then(() => undefined));
    end.forEach((each) => each());
    await Promise.all(blocking);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
    expect(await ask('network 0')).toBeUndefined();
  });

  it('that wait too long are rejected, and the others still run', async () => {
    const queue = new ShortTimeoutQueue();
    const blocking = [queue.run('a', work('a1')), queue.run('a', work('a2'))];
    await expect(queue.run('b', work('b1'))).rejects.toMatchObject({ kind: 'unavailable' });
    const next = queue.run('c', work('c1'));
    end.forEach((each) => each());
    await Promise.all(blocking);
    end.at(-1)!();
    await next;
    expect(started).toEqual(['a1', 'a2', 'c1']);
  });
});

describe('a flood of unauthenticated requests', () => {
  let world: UsersWorld;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());

  const addressOf = (n: number) => ({ ...origin, address: `198.51.100.${n % 5}` });
  it.each<[string, (n: number) => Promise<unknown>]>([
    [
      'forgotten passwords',
      (n) => world.call(forgotPassword, null, { email: `unknown${n}@example.com`, origin: addressOf(n) }),
    ],
    [
      'sign-ins',
      (n) => world.call(signIn, null, { username: `unknown${n}`, password, origin: addressOf(n), devices: [] }),
    ],
  ])('for %s that waits for its counters leaves connections to signed-in users', async (_, ask) => {
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
