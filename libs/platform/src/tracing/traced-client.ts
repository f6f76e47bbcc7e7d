import type { ClientConfig } from 'pg';
import { currentContext } from '../context/request-context.js';
import { GuardedClient } from '../database/guarded-client.js';
import { startSpan } from './spans.js';

/** A connection that traces statements as spans of their request. `application_name` is the service. */
export class TracedClient extends GuardedClient {
  private readonly role: string;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.role = (config as ClientConfig | undefined)?.application_name ?? 'postgres';
  }

  // Passes all overloads on.
  override query(...args: unknown[]): never {
    const answer = (super.query as (...given: unknown[]) => unknown).apply(this, args);
    const parent = currentContext()?.traceparent;
    // A COPY is a stream and not a promise; the surrounding span includes its time.
    if (parent && answer instanceof Promise) this.trace(args[0], parent, answer);
    return answer as never;
  }

  /** Traces the statement without its parameters, which are users' data. */
  private trace(statement: unknown, parent: string, answer: Promise<unknown>): void {
    const text = (
      typeof statement === 'string' ? statement : String((statement as { text?: string }).text ?? '')
    ).trim();
    const attributes = {
      'db.system.name': 'postgresql',
      'db.namespace': this.role,
      'db.query.text': text.replace(/\s+/g, ' ').slice(0, 500),
    };
    const span = startSpan({
      role: this.role,
      name: `SQL ${text.split(/\s/, 1)[0]!.toLowerCase()}`,
      kind: 'client',
      parent,
      attributes,
    });
    answer.then(
      () => span?.end(),
      (error: unknown) => span?.end({ error }),
    );
  }
}
