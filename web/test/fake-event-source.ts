/** Replaces `GET /api/events`. Tests push the server's events. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];

  /** Replaces the browser's EventSource and removes all open ones. */
  static install(): void {
    FakeEventSource.opened = [];
    globalThis.EventSource = FakeEventSource as unknown as typeof EventSource;
  }

  /** The connections that the page has not closed. */
  static get open(): FakeEventSource[] {
    return FakeEventSource.opened.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
  }

  readyState = FakeEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  connect(): void {
    this.readyState = FakeEventSource.OPEN;
    this.onopen?.();
  }

  push(type: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  /**
   * 'lost' is a lost connection, after which a browser retries. 'refused' is an error response, after which it does
   * not.
   */
  fail(how: 'lost' | 'refused'): void {
    this.readyState = how === 'lost' ? FakeEventSource.CONNECTING : FakeEventSource.CLOSED;
    this.onerror?.();
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
