import { FakeEventSource } from '../../test/fake-event-source';
import { delayAfter, followLive, type Word } from './live-stream';

const last = (): FakeEventSource => FakeEventSource.opened.at(-1) as FakeEventSource;

/** The browser's locks as far as the page uses them: one holder a name, the others in line. */
class FakeLocks {
  private held = false;
  private readonly line: (() => void)[] = [];

  async request(_name: string, options: LockOptions, work: (lock: object | null) => unknown) {
    if (this.held && options.ifAvailable) return work(null);
    if (this.held) await new Promise<void>((resolve) => this.line.push(resolve));
    if (options.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    this.held = true;
    try {
      return await work({});
    } finally {
      this.held = false;
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

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

beforeEach(() => FakeEventSource.install());
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(navigator, 'locks');
});

describe('A tab of its own', () => {
  it('hears each kind of hint', () => {
    const heard: Word[] = [];
    const stop = followLive(3, (hint) => heard.push(hint));
    expect(last().url).toBe('/api/events');
    last().answer();
    last().tell('lead', { ids: [7] });
    last().tell('progress');
    stop();
    expect(heard).toEqual([{ type: 'lead', ids: [7] }, { type: 'progress' }]);
    expect(FakeEventSource.open).toHaveLength(0);
  });

  it('leaves it to the server to say what a lost connection has missed', () => {
    const heard: Word[] = [];
    const stop = followLive(3, (hint) => heard.push(hint));
    last().answer();
    last().fail('lost');
    last().answer();
    expect(heard).toEqual([]);
    last().tell('reset');
    expect(heard).toEqual([{ type: 'reset' }]);
    stop();
  });

  it('takes everything as out of date after a late first connection, and after a hint that it cannot read', () => {
    const heard: Word[] = [];
    const stop = followLive(3, (hint) => heard.push(hint));
    last().fail('lost');
    last().answer();
    expect(heard).toEqual([{ type: 'reset' }]);
    last().dispatchEvent(new MessageEvent('lead', { data: '{"ids":' }));
    expect(heard).toEqual([{ type: 'reset' }, { type: 'reset' }]);
    stop();
  });

  it('opens another connection after a refusal, later each time, and takes everything as out of date', () => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const heard: Word[] = [];
    const stop = followLive(3, (hint) => heard.push(hint));
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
    last().answer();
    expect(heard).toEqual([{ type: 'reset' }]);
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
    const heard: string[] = [];
    const tab = (name: string) => followLive(3, ({ type }) => heard.push(`${name} ${type}`));
    const closeFirst = tab('first');
    await turn();
    const closeSecond = tab('second');
    await turn();
    expect(FakeEventSource.open).toHaveLength(1);
    last().answer();
    last().tell('progress');
    expect(heard).toEqual(['first progress', 'second progress']);

    heard.length = 0;
    closeFirst();
    await turn();
    expect(FakeEventSource.open).toHaveLength(1);
    last().answer();
    expect(heard).toEqual(['second reset']);
    closeSecond();
    await turn();
    expect(FakeEventSource.open).toHaveLength(0);
  });
});
