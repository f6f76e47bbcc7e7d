/** The user and the abort signal of calls to a provider. */
export interface ProviderCallContext {
  readonly signal: AbortSignal;
  /**
   * Records a call before it is made, and its outcome; rejects it if a limit of the day is reached. `pauseMs` is the
   * minimum time between two calls of this operation from all replicas: the call waits for its time.
   */
  call<T>(operation: string, make: () => Promise<T>, pauseMs?: number): Promise<T>;
  /** Returns the same context with another abort signal. */
  until(signal: AbortSignal): ProviderCallContext;
}
