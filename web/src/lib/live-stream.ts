import type { PushSignal } from '@lead-finder/contracts';

/** What the server tells on `GET /api/events`. `reset`: hints may have been missed, everything is to be read again. */
export type LiveSignal = PushSignal | { type: 'reset' };

/** Beside hints, what becomes of the connection: it has been away for some seconds, and there it is again. */
export type LiveMessage = LiveSignal | { type: 'away' } | { type: 'back' };

type MessageListener = (word: LiveMessage) => void;

const kinds = ['progress', 'lead', 'import', 'notification', 'reset'] as const;

function signalOf(type: (typeof kinds)[number], data: string): LiveSignal {
  try {
    return { ...(JSON.parse(data) as object), type } as LiveSignal;
  } catch {
    return { type: 'reset' };
  }
}

/** Doubles from a second to half a minute, each page a little different: a restart is not met by all at once. */
export const delayAfter = (failures: number): number => Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random());

/** A server that is replaced, or a train in a tunnel, is back by then. */
const awayAfterMs = 5_000;

/**
 * A connection that comes back by itself. When the browser returns, it says what it heard last, and the server tells
 * what came since, or `reset`; a connection opened anew knows of nothing before it, so that it tells of a reset itself.
 */
function listen(notify: MessageListener, hasMissed: boolean): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let awayTimer: ReturnType<typeof setTimeout> | undefined;
  let isAway = false;
  let failures = 0;
  let missed = hasMissed;

  const onLost = () => {
    isAway = true;
    notify({ type: 'away' });
  };
  const onFound = () => {
    clearTimeout(awayTimer);
    awayTimer = undefined;
    if (isAway) notify({ type: 'back' });
    isAway = false;
  };

  const open = () => {
    let wasOpen = false;
    source = new EventSource('/api/events');
    source.onopen = () => {
      wasOpen = true;
      failures = 0;
      onFound();
      if (missed) notify({ type: 'reset' });
      missed = false;
    };
    source.onerror = () => {
      awayTimer ??= setTimeout(onLost, awayAfterMs);
      // The browser tries again by itself after a lost connection, but never after an answer that is an error.
      const isClosed = source?.readyState === EventSource.CLOSED;
      if (isClosed || !wasOpen) missed = true;
      if (isClosed) timer = setTimeout(open, delayAfter(failures++));
    };
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => notify(signalOf(kind, data)));
    }
  };

  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(awayTimer);
    source?.close();
  };
}

/**
 * Hints for a person, by one connection however many tabs are open: a browser allows about six to a server over HTTP 1.
 * The tab that holds the lock listens and tells the others; when it closes, the next one takes over. Where a browser
 * lacks locks or channels (locks need https), each tab has its own. Returns the way to stop.
 */
export function followLive(userId: number, notify: MessageListener): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return listen(notify, false);

  const name = `lead-finder.live.${userId}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const { signal } = leaving;
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => notify(data);

  const lead = (hasMissed: boolean) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const broadcast = (word: LiveMessage) => {
        notify(word);
        channel.postMessage(word);
      };
      const stop = listen(broadcast, hasMissed);
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });

  const elect = async () => {
    const led = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(false);
      return lock !== null;
    });
    if (!led) await navigator.locks.request(name, { signal }, () => lead(true));
  };
  // Waiting for the lock ends in an error when this tab stops listening.
  elect().catch(() => undefined);

  return () => {
    leaving.abort();
    channel.close();
  };
}
