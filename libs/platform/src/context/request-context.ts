import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What every line of a request's work may know of it; the log adds it to each line. */
export interface RequestContext {
  requestId: string;
  traceparent?: string;
  actorId?: number;
  /** Where the person's request came from. */
  address?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
/** The id that crosses services with the work; a new one where nothing asked for it (a timer, a job). */
export const currentRequestId = (): string => storage.getStore()?.requestId ?? randomUUID();
