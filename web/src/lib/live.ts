import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { automatically } from './http';
import { announceLeadsChanged, live } from './lead-changes';
import { followLive, type LiveSignal } from './live-stream';

/** The address prefixes that each signal makes out of date. `announceLeadsChanged` handles those of leads. */
const readsBySignal = {
  progress: ['/api/weekly-contacts', '/api/today-contacts', '/api/team-progress', '/api/progress/'],
  import: ['/api/imports'],
  notification: ['/api/notifications', '/api/export-requests'],
  team: ['/api/teams', '/api/users', '/api/holiday-lists'],
  territory: ['/api/territories'],
  field: ['/api/custom-fields'],
  branch: ['/api/user', '/api/teams', '/api/team-progress', '/api/progress/', '/api/saved-views'],
} as const;

/** Not refetched automatically: a search costs provider quota, the others do not change. */
const notRefetched = ['/api/search', '/api/setup', '/api/settings', '/api/notifications/settings'];

const startsWithAny = (prefixes: readonly string[], address: unknown) =>
  prefixes.some((prefix) => String(address).startsWith(prefix));

/**
 * Reads again what these signals made out of date and the screen shows. An open profile listens to the window event
 * 'leads-changed' itself.
 */
function refetchAfter(client: QueryClient, types: Set<LiveSignal['type']>): void {
  automatically(() => {
    if (types.has('reset')) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => !startsWithAny(notRefetched, queryKey[0]) });
      announceLeadsChanged(client, live);
      return;
    }
    // A manager may no longer see what other screens showed.
    if (types.has('branch')) client.removeQueries({ type: 'inactive' });
    for (const kind of ['progress', 'import', 'notification', 'team', 'territory', 'field', 'branch'] as const) {
      if (types.has(kind)) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => startsWithAny(readsBySignal[kind], queryKey[0]) });
      }
    }
    if (types.has('lead') || types.has('branch')) announceLeadsChanged(client, live);
  });
}

/** Reads again what failed while the server or the network was away. The shown data stays until then. */
function repair(client: QueryClient): void {
  automatically(() => {
    const isBroken = ({ queryKey, state }: Query) =>
      state.status === 'error' && !startsWithAny(notRefetched, queryKey[0]);
    void client.refetchQueries({ type: 'active', predicate: isBroken });
  });
}

/**
 * The first signal of a kind takes effect at once. Later ones of that kind are collected for a second, and in a hidden
 * tab until it is visible.
 */
const minIntervalMs = 1_000;

/** Refreshes the shown data while the page is open. Returns true while the server is away. */
export function useLive(userId: number): boolean {
  const client = useQueryClient();
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const waiting = new Set<LiveSignal['type']>();
    const resting = new Map<LiveSignal['type'], ReturnType<typeof setTimeout>>();

    const flush = () => {
      if (document.hidden) return;
      const due = new Set([...waiting].filter((type) => !resting.has(type)));
      for (const type of due) {
        waiting.delete(type);
        resting.set(
          type,
          setTimeout(() => rested(type), minIntervalMs),
        );
      }
      if (due.size > 0) refetchAfter(client, due);
    };
    const rested = (type: LiveSignal['type']) => {
      resting.delete(type);
      flush();
    };
    const stop = followLive(userId, ({ type }) => {
      setAway(type === 'away');
      if (type === 'back') repair(client);
      if (type === 'away' || type === 'back') return;
      waiting.add(type);
      flush();
    });
    // The stream may outlive a loss of network in which requests fail.
    const onOnline = () => repair(client);
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', flush);
    return () => {
      stop();
      window.removeEventListener('online', onOnline);
      resting.forEach((timer) => clearTimeout(timer));
      document.removeEventListener('visibilitychange', flush);
    };
  }, [client, userId]);

  return isAway;
}
