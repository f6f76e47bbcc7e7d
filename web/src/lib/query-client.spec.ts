import { QueryObserver } from '@tanstack/react-query';
import { addressOf, createQueryClient } from './query-client';

describe('The address of a query key', () => {
  it.each([
    [['/api/users'], '/api/users'],
    [['/api/business-profile', 12], '/api/business-profile/12'],
    [['/api/users/:id/leads', 12], '/api/users/12/leads'],
    [['/api/business-tag/:id/:tag', 12, 'a/b'], '/api/business-tag/12/a%2Fb'],
    [['/api/leads', { page: 2, q: '', tag: ['a', 'b'], state: undefined }], '/api/leads?page=2&tag=a&tag=b'],
  ])('%j is %s', (key, address) => {
    expect(addressOf(key)).toBe(address);
  });
});

describe('A load that runs while its data becomes out of date', () => {
  const queryKey = ['/api/notifications'];

  /** A server whose responses arrive when the test says so. Each one holds the version at its request. */
  function slowServer() {
    let version = 1;
    const waiting: (() => void)[] = [];
    return {
      change: () => void version++,
      respond: () => waiting.shift()?.(),
      get open() {
        return waiting.length;
      },
      queryFn: () => {
        const read = version;
        return new Promise<number>((resolve) => waiting.push(() => resolve(read)));
      },
    };
  }

  const someTurns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await Promise.resolve();
  };

  it.each([
    ['a first load', true],
    ['a load that no part of the page shows', false],
  ])('is repeated once: %s, at any moment of 200', async (_, isShown) => {
    for (let moment = 0; moment < 200; moment++) {
      const client = createQueryClient();
      const server = slowServer();
      const { queryFn } = server;
      const observer = new QueryObserver<number>(client, { queryKey, queryFn, enabled: isShown });
      const stop = observer.subscribe(() => undefined);
      if (!isShown) void client.prefetchQuery({ queryKey, queryFn });
      if (moment % 2 === 0) server.respond();
      await someTurns(Math.floor(moment / 20));
      server.change();
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey });
      await someTurns(moment % 20);
      server.respond();
      await someTurns(20);
      if (!isShown) observer.setOptions({ queryKey, queryFn });
      expect(server.open).toBeLessThanOrEqual(1);
      server.respond();
      await someTurns(20);
      expect([client.getQueryData(queryKey), server.open]).toEqual([2, 0]);
      stop();
      client.clear();
    }
  });
});
