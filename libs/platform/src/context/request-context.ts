import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const giveUpAt = Symbol('give up at');

export interface RequestContext {
  requestId: string;
  traceparent?: string;
  actorId?: number;
  tokenId?: number;
  address?: string;
  /** The `performance.now()` at which the caller gives up. As a symbol it does not appear in log lines and jobs. */
  [giveUpAt]?: number | undefined;
}

/** Both share one storage, because each storage slows every promise. */
interface StoredContext {
  request?: RequestContext | undefined;
  transaction?: object | undefined;
}
const storage = new AsyncLocalStorage<StoredContext>();

export const runInContext = <T>(request: RequestContext, work: () => T): T =>
  storage.run({ request, transaction: currentTransaction() }, work);
export const currentContext = (): RequestContext | undefined => storage.getStore()?.request;
export const runInTransaction = <T>(transaction: object, work: () => T): T =>
  storage.run({ request: currentContext(), transaction }, work);
export const currentTransaction = (): object | undefined => storage.getStore()?.transaction;
/** Returns the id of the present request, or a new one for work without a request (a timer, a job). */
export const currentRequestId = (): string => currentContext()?.requestId ?? randomUUID();

export const until = (moment: number, context: RequestContext): RequestContext => ({ ...context, [giveUpAt]: moment });
/** Undefined for work without a waiting caller: a job, an event, a timer. */
export const callDeadline = (): number | undefined => currentContext()?.[giveUpAt];
