import type { ProviderCallContext } from '../src/provider/provider-call-context.js';

/** A call context without limits that records its calls. */
export class TestCallContext implements ProviderCallContext {
  constructor(
    readonly signal: AbortSignal = new AbortController().signal,
    readonly calls: string[] = [],
  ) {}

  async call<T>(operation: string, make: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.calls.push(operation);
    return make();
  }

  until(signal: AbortSignal): TestCallContext {
    return new TestCallContext(signal, this.calls);
  }
}
