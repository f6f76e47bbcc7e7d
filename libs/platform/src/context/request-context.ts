import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const giveUpAt = Symbol('give up at');

/** What every line of a request's work may know of it; the log adds it to each line. */
export interface RequestContext {
  requestId: string;
  traceparent?: string;
  actorId?: number;
  /** Where the person's request came from. */
  address?: string;
  /** `performance.now()` at which nobody waits for the work any longer; by a symbol, so that neither a line nor a job carries it. */
  [giveUpAt]?: number | undefined;
}

/** One storage for both, since each costs every promise something. */
interface StoredContext {
  request?: RequestContext | undefined;
  /** As `Database` keeps it. */
  transaction?: object | undefined;
}
const storage = new AsyncLocalStorage<StoredContext>();

export const runInContext = <T>(request: RequestContext, work: () => T): T =>
  storage.run({ request, transaction: currentTransaction() }, work);
export const currentContext = (): RequestContext | undefined => storage.getStore()?.request;
/** The work goes on with the request that it belongs to. */
export const runInTransaction = <T>(transaction: object, work: () => T): T =>
  storage.run({ request: currentContext(), transaction }, work);
export const currentTransaction = (): object | undefined => storage.getStore()?.transaction;
/** The id that crosses services with the work; a new one where nothing asked for it (a timer, a job). */
export const currentRequestId = (): string => currentContext()?.requestId ?? randomUUID();

/** The context of a request that somebody waits for until then. */
export const until = (moment: number, context: RequestContext): RequestContext => ({ ...context, [giveUpAt]: moment });
/** Undefined for work that no request waits for: a job, an event, a timer. */
export const callDeadline = (): number | undefined => currentContext()?.[giveUpAt];
