import { FakeEventSource } from '../../test/fake-event-source';
import { livePosition } from './live-position';
import { delayAfter, followLive, type LiveMessage } from './live-stream';

const last = (): FakeEventSource => FakeEventSource.opened.at(-1) as FakeEventSource;

/** The part of the browser's locks that the page uses: one holder per name, the others wait. */
class FakeLocks {
  private isLocked = false;
  private readonly line: (() => void)[] = [];

  async request(_name: string, options: LockOptions, work: (lock: object | null) => unknown) {
    if (this.isLocked && options.ifAvailable) return work(null);
    if (this.isLocked) await new Promise<void>((resolve) => this.line.push(resolve));
    if (options.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    this.isLocked = true;
    try {
      return await work({});
    } finally {
      this.isLocked = false;
      this.line.shift()?.();
    }
  }
}

class FakeChannel {
  private static readonly all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(private readonly name: string) {
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  FakeEventSource.install();
  livePosition.lastEventId = 'gateway.7';
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(navigator, 'locks');
});

describe('A tab of its own', () => {
  it('receives each kind of change signal', () => {
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    expect(last().url).toBe('/api/events?after=gateway.7');
    last().connect();
    last().push('lead', { ids: [7] });
    last().push('progress');
    stop();
    expect(received).toEqual([{ type: 'lead', ids: [7] }, { type: 'progress' }]);
    expect(FakeEventSource.open).toHaveLength(0);
  });

  it('says that a lost connection is back, and leaves it to the server to say what it has missed', () => {
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    last().connect();
    last().fail('lost');
    last().connect();
    expect(received).toEqual([{ type: 'back' }]);
    last().push('reset');
    expect(received).toEqual([{ type: 'back' }, { type: 'reset' }]);
    stop();
  });

  it('passes on that the server behind the connection is away, and that it is back', () => {
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    last().connect();
    last().push('away');
    expect(received).toEqual([{ type: 'away' }]);
    last().push('reset');
    expect(received).toEqual([{ type: 'away' }, { type: 'back' }, { type: 'reset' }]);
    stop();
  });

  it('takes everything as out of date if it does not know the last event before its first read', () => {
    livePosition.lastEventId = null;
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    expect(last().url).toBe('/api/events');
    last().connect();
    expect(received).toEqual([{ type: 'reset' }]);
    stop();
  });

  it('takes everything as out of date after a late first connection, and after a signal that it cannot read', () => {
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    last().fail('lost');
    last().connect();
    expect(received).toEqual([{ type: 'reset' }]);
    last().dispatchEvent(new MessageEvent('lead', { data: '{"ids":' }));
    expect(received).toEqual([{ type: 'reset' }, { type: 'reset' }]);
    stop();
  });

  it('opens another connection after a refusal, later each time, and takes everything as out of date', () => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const received: LiveMessage[] = [];
    const stop = followLive(3, (message) => received.push(message));
    last().fail('refused');
    jest.advanceTimersByTime(999);
    expect(FakeEventSource.opened).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(2);
    last().fail('refused');
    jest.advanceTimersByTime(1_999);
    expect(FakeEventSource.opened).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(3);
    last().connect();
    expect(received).toEqual([{ type: 'reset' }]);
    stop();
    expect(delayAfter(20)).toBe(30_000);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('does without where the browser has no event streams', () => {
    Reflect.deleteProperty(globalThis, 'EventSource');
    expect(() => followLive(3, () => undefined)()).not.toThrow();
  });
});

describe('Several tabs', () => {
  beforeEach(() => {
    globalThis.BroadcastChannel = FakeChannel as unknown as typeof BroadcastChannel;
    Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
  });

  it('share one connection, and the next one takes over when its tab closes', async () => {
    const received: string[] = [];
    const tab = (name: string) => followLive(3, ({ type }) => received.push(`${name} ${type}`));
    const closeFirst = tab('first');
    await nextTask();
    last().connect();
    const closeSecond = tab('second');
    await nextTask();
    expect(FakeEventSource.open).toHaveLength(1);
    last().push('progress');
    expect(received).toEqual(['second reset', 'first progress', 'second progress']);

    received.length = 0;
    closeFirst();
    await nextTask();
    expect(FakeEventSource.open).toHaveLength(1);
    last().connect();
    expect(received).toEqual(['second reset']);
    closeSecond();
    await nextTask();
    expect(FakeEventSource.open).toHaveLength(0);
  });
});
