import type { PushSignal } from '@lead-finder/contracts';
import { livePosition } from './live-position';

/** The events of `GET /api/events`. `reset` means that signals may be lost, so everything must be read again. */
export type LiveSignal = PushSignal | { type: 'reset' };

/** The signals, and the state of the server: away for some seconds, or back, also after a shorter loss. */
export type LiveMessage = LiveSignal | { type: 'away' } | { type: 'back' };

type MessageListener = (word: LiveMessage) => void;

const kinds = ['progress', 'lead', 'import', 'notification', 'team', 'territory', 'field', 'branch', 'reset'] as const;

function signalOf(type: (typeof kinds)[number], data: string): LiveSignal {
  try {
    return { ...(JSON.parse(data) as object), type } as LiveSignal;
  } catch {
    return { type: 'reset' };
  }
}

/**
 * Doubles from a second to half a minute, with a random factor so that pages do not reconnect all at once after a
 * restart.
 */
export const delayAfter = (failures: number): number => Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random());

/** A restart of the server or a short loss of network ends within this time. */
const awayAfterMs = 5_000;

/**
 * Opens a connection that reconnects by itself. The page and later the browser send the id of their last event, and the
 * server then sends the missed events or `reset`. A connection without such an id reports a reset itself.
 */
function listen(notify: MessageListener, after: string | null): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let awayTimer: ReturnType<typeof setTimeout> | undefined;
  let isAway = false;
  let failures = 0;
  let missed = after === null;

  const onLost = () => {
    isAway = true;
    notify({ type: 'away' });
  };
  const onFound = () => {
    const wasLost = awayTimer !== undefined && !missed;
    if (isAway || wasLost) notify({ type: 'back' });
    clearTimeout(awayTimer);
    awayTimer = undefined;
    isAway = false;
  };

  const open = () => {
    let wasOpen = false;
    source = new EventSource(missed ? '/api/events' : `/api/events?after=${after}`);
    source.onopen = () => {
      wasOpen = true;
      failures = 0;
      onFound();
      if (missed) notify({ type: 'reset' });
      missed = false;
    };
    source.onerror = () => {
      awayTimer ??= setTimeout(onLost, awayAfterMs);
      // The browser retries after a lost connection, but not after an error response.
      const isClosed = source?.readyState === EventSource.CLOSED;
      if (isClosed || !wasOpen) missed = true;
      if (isClosed) timer = setTimeout(open, delayAfter(failures++));
    };
    // The connection stands, but what the gateway needs to serve requests is away. The next event is a reset.
    source.addEventListener('away', onLost);
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        onFound();
        notify(signalOf(kind, data));
      });
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
 * Follows the change signals of a user over one connection for all tabs, because a browser allows about six per server
 * over HTTP 1. The tab that holds the lock listens and broadcasts to the others; when it closes, the next tab takes
 * over. Without locks (which need https) or channels, each tab has its own connection. Returns a function that stops
 * it.
 */
export function followLive(userId: number, notify: MessageListener): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return listen(notify, livePosition.lastEventId);

  const name = `lead-finder.live.${userId}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const { signal } = leaving;
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => notify(data);

  const lead = (after: string | null) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const broadcast = (word: LiveMessage) => {
        notify(word);
        channel.postMessage(word);
      };
      const stop = listen(broadcast, after);
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });

  const elect = async () => {
    const led = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(livePosition.lastEventId);
      return lock !== null;
    });
    if (led) return;
    // The other tab broadcast nothing to this one while it loaded.
    notify({ type: 'reset' });
    await navigator.locks.request(name, { signal }, () => lead(null));
  };
  // Waiting for the lock rejects when this tab stops listening.
  elect().catch(() => undefined);

  return () => {
    leaving.abort();
    channel.close();
  };
}
