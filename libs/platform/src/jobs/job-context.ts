import { currentContext } from '../context/request-context.js';

/** What a job knows of the request that rang for it: its work is logged and traced as a part of that. */
export interface JobContext {
  requestId: string;
  traceparent?: string;
}

type StoredData = Record<string, unknown> & { _context?: JobContext };

/** Beside the job's own data, so that a version that knows nothing of it works on the job as well. */
export function withContext(data: object): object {
  const { requestId, traceparent } = currentContext() ?? {};
  return requestId ? { ...data, _context: { requestId, ...(traceparent && { traceparent }) } } : data;
}

export function splitContext(stored: object): { data: object; context: JobContext | undefined } {
  const { _context: context, ...data } = stored as StoredData;
  return { data, context };
}
