import type { StoredChange } from '../change-feed/stored-change.rules.js';
import { DeliveryWindow, giveUpMs, pauseMs } from './delivery-window.rules.js';

const change = (position: number, ...subjects: number[]): StoredChange => ({
  position,
  subjects,
  type: 'lead.changed',
  owners: subjects,
  previousOwners: null,
  data: {},
  occurredAt: '2026-03-02T09:00:00.000Z',
});
const fresh = (deliveredTo = 0) => new DeliveryWindow({ deliveredTo, ahead: [], retries: [] });
const all = () => true;
const take = (window: DeliveryWindow, now = 0, limit = 10) => window.take(now, limit).map(({ position }) => position);

describe('the window of a webhook', () => {
  it('sends changes of different leads at once, and those of one lead one after the other', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 6), change(3, 5, 7), change(4, 7), change(5, 8)], all);
    expect(take(window)).toEqual([1, 2, 5]);
    expect(take(window)).toEqual([]);
    window.delivered(1);
    expect(take(window)).toEqual([3]);
    window.delivered(3);
    expect(take(window)).toEqual([4]);
  });

  it('does not let a user wait for a lead with the same number', () => {
    const window = fresh();
    window.add(
      [change(1, 5), { ...change(2, 5), type: 'user.changed' }, { ...change(3, 5), type: 'import.finished' }],
      all,
    );
    expect(take(window)).toEqual([1, 2, 3]);
  });

  it.each(['user.changed', 'import.finished'])('lets a change wait for an earlier one of the same %s', (type) => {
    const window = fresh();
    window.add(
      [
        { ...change(1, 5), type },
        { ...change(2, 6), type },
        { ...change(3, 5), type },
      ] as StoredChange[],
      all,
    );
    expect(take(window)).toEqual([1, 2]);
    expect(window.size).toBe(3);
  });

  it('sends no more at once than asked', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 6), change(3, 7)], all);
    expect(take(window, 0, 2)).toEqual([1, 2]);
  });

  it('moves its cursor to the last change before the first that waits', () => {
    const window = fresh(3);
    window.add([change(4, 5), change(5, 6), change(6, 7)], all);
    take(window);
    window.delivered(5);
    expect(window.state).toEqual({ deliveredTo: 3, ahead: [5], retries: [] });
    window.delivered(4);
    expect(window.state).toEqual({ deliveredTo: 5, ahead: [], retries: [] });
    window.delivered(6);
    expect(window.state.deliveredTo).toBe(6);
  });

  it('passes changes that are not wanted', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 6), change(3, 7)], ({ position }) => position === 2);
    expect(take(window)).toEqual([2]);
    expect(window.state).toEqual({ deliveredTo: 1, ahead: [3], retries: [] });
    window.delivered(2);
    expect(window.state.deliveredTo).toBe(3);
  });

  it('goes on where another one stopped', () => {
    const retry = { position: 1, attempts: 2, since: 0, tryAt: 50 };
    const stale = { ...retry, position: 0 };
    const window = new DeliveryWindow({ deliveredTo: 0, ahead: [3], retries: [stale, retry] });
    window.add([change(1, 5), change(2, 6), change(3, 7)], all);
    expect(window.retryAt).toBe(50);
    expect(take(window, 49)).toEqual([2]);
    expect(take(window, 50)).toEqual([1]);
    expect(window.attemptsOf(1)).toBe(2);
    expect(window.state).toEqual({ deliveredTo: 0, ahead: [3], retries: [retry] });
  });

  it('forgets what another one stored of changes that were delivered since', () => {
    const retry = { position: 4, attempts: 2, since: 0, tryAt: 50 };
    const window = new DeliveryWindow({ deliveredTo: 4, ahead: [3, 4, 6], retries: [retry] });
    expect(window.state).toEqual({ deliveredTo: 4, ahead: [6], retries: [] });
  });

  it('forgets the failures of a change that is not wanted any more', () => {
    const retries = [1, 3].map((position) => ({ position, attempts: 2, since: 0, tryAt: 50 }));
    const window = new DeliveryWindow({ deliveredTo: 0, ahead: [], retries });
    window.add([change(1, 5), change(2, 6), change(3, 7)], ({ position }) => position > 1);
    expect(window.state).toEqual({ deliveredTo: 1, ahead: [], retries: retries.slice(1) });
  });

  it('tries again when the first of several retries is due', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 6)], all);
    take(window);
    window.failed(1, 1_000);
    window.failed(2, 0);
    expect(window.retryAt).toBe(pauseMs(1));
  });

  it('holds back the later changes of a lead whose change failed, and no others', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 5), change(3, 6)], all);
    expect(take(window)).toEqual([1, 3]);
    expect(window.failed(1, 1_000)).toBe(true);
    window.delivered(3);
    expect(take(window, 1_000)).toEqual([]);
    expect(window.retryAt).toBe(1_000 + pauseMs(1));
    expect(take(window, 1_000 + pauseMs(1))).toEqual([1]);
    window.delivered(1);
    expect(window.retryAt).toBeNull();
    expect(take(window)).toEqual([2]);
  });

  it('tries one that has not failed yet before one that has', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 6)], all);
    expect(take(window, 0, 1)).toEqual([1]);
    window.failed(1, 0);
    const one = (now: number) => window.takeOne(now).map(({ position }) => position);
    expect(one(pauseMs(1))).toEqual([2]);
    window.failed(2, pauseMs(1));
    expect(one(pauseMs(1))).toEqual([1]);
    expect(one(pauseMs(1))).toEqual([]);
  });

  it('gives a change up after three days of failures', () => {
    const window = fresh();
    window.add([change(1, 5), change(2, 5)], all);
    const since = 1_000;
    for (const now of [since, since + giveUpMs - 1]) {
      expect(take(window, now)).toEqual([1]);
      expect(window.failed(1, now)).toBe(true);
    }
    const later = 2 * giveUpMs;
    expect(take(window, later)).toEqual([1]);
    expect(window.failed(1, later)).toBe(false);
    expect(take(window, later)).toEqual([2]);
    expect(window.state).toEqual({ deliveredTo: 1, ahead: [], retries: [] });
  });

  it('sends again what was not sent after all', () => {
    const window = fresh();
    window.add([change(1, 5)], all);
    expect(take(window)).toEqual([1]);
    window.putBack(1);
    expect(take(window)).toEqual([1]);
  });

  it('gives a change up in the moment in which the three days end', () => {
    const window = fresh();
    window.add([change(1, 5)], all);
    window.failed(1, 1_000);
    expect(window.failed(1, 1_000 + giveUpMs)).toBe(false);
  });
});

it('pauses grow from 5 seconds to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 8, 9, 1_000].map((failures) => pauseMs(failures) / 1_000)).toEqual([
    5, 10, 20, 40, 640, 900, 900,
  ]);
});
