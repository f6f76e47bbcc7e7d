import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import { Bus } from '@lead-finder/platform';
import pg from 'pg';

interface Work {
  statements: string[];
  messages: string[];
}
type Method = (...given: unknown[]) => unknown;

/** Replaces a method of a prototype until `stop`. */
function replace(prototype: object, name: string, make: (original: Method) => Method): () => void {
  const methods = prototype as Record<string, Method>;
  const original = methods[name]!;
  methods[name] = make(original);
  return () => void (methods[name] = original);
}

/**
 * Counts the SQL statements and the requests on the bus that requests to these paths cause inside one process, without
 * those of heartbeats, relays and queues.
 */
export function countWork(paths: readonly string[]) {
  const running = new AsyncLocalStorage<Work>();
  const work: Work = { statements: [], messages: [] };
  const stops = [
    replace(
      Server.prototype,
      'emit',
      (emit) =>
        function (this: unknown, ...given) {
          const isCounted = given[0] === 'request' && paths.includes((given[1] as { url: string }).url);
          return isCounted ? running.run(work, () => emit.apply(this, given)) : emit.apply(this, given);
        },
    ),
    replace(
      pg.Client.prototype,
      'query',
      (query) =>
        function (this: unknown, ...given) {
          const [first] = given as [string | { text: string }];
          running.getStore()?.statements.push(typeof first === 'string' ? first : first.text);
          return query.apply(this, given);
        },
    ),
    replace(
      Bus.prototype,
      'call',
      (call) =>
        function (this: unknown, ...given) {
          running.getStore()?.messages.push((given[0] as { subject: string }).subject);
          return call.apply(this, given);
        },
    ),
  ];
  return {
    /** Returns what ran since the last call. */
    takeCounts: (): Work => ({ statements: work.statements.splice(0), messages: work.messages.splice(0) }),
    stop: () => stops.forEach((stop) => stop()),
  };
}
