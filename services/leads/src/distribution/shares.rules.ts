import type { PlanShare } from '@lead-finder/contracts';
import { hashOf, hashOfText } from './seeded-hash.rules.js';

/** A user among whom leads are shared. `room` is how many more leads fit below the capacity. */
export interface Sharer {
  id: number;
  weight: number;
  load: number;
  room: number;
}

/** How many leads each user got while exactly these users were eligible, by their account. */
export type Accounts = Map<number, Map<number, number>>;

/** One lead for a user. `load` is before it, `among` the number of eligible users. `account` is null if loads decide. */
export interface Given {
  userId: number;
  account: number | null;
  among: number;
  load: number;
}

/**
 * Shares leads one after another and adds them to the accounts, to `load` and to `room`. Returns fewer if everybody is
 * full. Ties break by the seed.
 *
 * By turns and by weight no share is ever a whole lead from the fair one of its account: the quota method of Balinski and
 * Young (docs/decisions/0056-distribution-plans.md).
 */
export function shareOut(
  count: number,
  users: readonly Sharer[],
  share: PlanShare,
  accounts: Accounts,
  seed: number,
): { given: Given[]; unfairness: number } {
  const given: Given[] = [];
  const lines: Line[] = [];
  let line: Line | undefined;
  while (given.length < count) {
    if (!line || line.isFull) {
      const eligible = users.filter(({ room }) => room > 0);
      if (eligible.length === 0) break;
      line = lineOf(eligible, share, accounts, seed);
      lines.push(line);
    }
    const place = line.account === null ? leastLoaded(line) : firstInLine(line);
    const { user } = place;
    given.push({ userId: user.id, account: line.account, among: line.places.length, load: user.load });
    line.counts.set(user.id, (line.counts.get(user.id) ?? 0) + 1);
    line.total++;
    user.load++;
    user.room--;
    line.isFull ||= user.room <= 0;
  }
  const turns = lines.filter(({ account }) => account !== null);
  const levels = lines.length > turns.length ? unevenness(users, given) : 0;
  return { given, unfairness: turns.reduce((most, each) => Math.max(most, unfairness(each)), levels) };
}

interface Place {
  user: Sharer;
  weight: number;
}

/** Eligible users in the order in which ties break. */
interface Line {
  account: number | null;
  places: Place[];
  counts: Map<number, number>;
  total: number;
  weights: number;
  isFull: boolean;
}

function lineOf(eligible: readonly Sharer[], share: PlanShare, accounts: Accounts, seed: number): Line {
  const places = eligible.map((user) => ({ user, weight: share === 'weight' ? user.weight : 1 }));
  const members = places.map(({ user, weight }) => `${user.id}*${weight}`).sort();
  const key = hashOfText(members.join(' '));
  const account = share === 'least-loaded' ? null : key;
  const counts = (account !== null && accounts.get(account)) || new Map<number, number>();
  if (account !== null) accounts.set(account, counts);
  const order = new Map(eligible.map(({ id }) => [id, hashOf(seed ^ key, id)]));
  places.sort((a, b) => order.get(a.user.id)! - order.get(b.user.id)! || a.user.id - b.user.id);
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const weights = places.reduce((sum, { weight }) => sum + weight, 0);
  return { account, places, counts, total, weights, isFull: false };
}

const leastLoaded = ({ places }: Line): Place =>
  places.reduce((best, place) => (place.user.load < best.user.load ? place : best));

/** Of those whose share is below the fair one after this lead, the one whose next lead is due first. */
function firstInLine({ places, counts, total, weights }: Line): Place {
  let best: Place | undefined;
  let bestNext = Infinity;
  for (const place of places) {
    const count = counts.get(place.user.id) ?? 0;
    const next = (count + 1) / place.weight;
    if (next >= bestNext || count * weights >= place.weight * (total + 1)) continue;
    best = place;
    bestNext = next;
  }
  return best!;
}

/** The largest distance between a share and the fair one, in leads. */
export const unfairness = ({ places, counts, total, weights }: Pick<Line, 'places' | 'counts' | 'total' | 'weights'>) =>
  places.reduce(
    (most, { user, weight }) => Math.max(most, Math.abs((counts.get(user.id) ?? 0) - (total * weight) / weights)),
    0,
  );

/** The largest distance between the load of a user who got a lead and that of one who has room. */
function unevenness(users: readonly Sharer[], given: readonly Given[]): number {
  const got = new Set(given.map(({ userId }) => userId));
  const lowest = users.reduce((least, { load, room }) => (room > 0 ? Math.min(least, load) : least), Infinity);
  return users.reduce((most, { id, load }) => (got.has(id) ? Math.max(most, load - lowest) : most), 0);
}
