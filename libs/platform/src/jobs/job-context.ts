import { currentContext } from '../context/request-context.js';

/** The request that enqueued a job. The job's logs and traces belong to it. */
export interface JobContext {
  requestId: string;
  traceparent?: string;
}

type StoredData = Record<string, unknown> & { _context?: JobContext };

/** Adds the context beside the job's own data, which versions without it can still read. */
export function withContext(data: object): object {
  const { requestId, traceparent } = currentContext() ?? {};
  return requestId ? { ...data, _context: { requestId, ...(traceparent && { traceparent }) } } : data;
}

export function splitContext(stored: object): { data: object; context: JobContext | undefined } {
  const { _context: context, ...data } = stored as StoredData;
  return { data, context };
}
