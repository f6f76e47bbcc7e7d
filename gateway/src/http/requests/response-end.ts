import type { ServerResponse } from 'node:http';

const listenersOf = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls the listener when the response is complete or its connection is gone. The listeners of a response share one of
 * Node's: with those of the framework and of a stream there would be so many that Node reports a leak.
 */
export function onResponseEnd(response: ServerResponse, listener: () => void): void {
  const known = listenersOf.get(response);
  if (known) return void known.push(listener);
  const listeners = [listener];
  listenersOf.set(response, listeners);
  response.once('close', () => listeners.forEach((each) => each()));
}
