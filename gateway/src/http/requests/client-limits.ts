/** What a client may take to send a request and to read its answer, and how much one may have under way. */
export interface ClientLimits {
  /** From the opened connection, or the first byte of a later request, to the end of the headers. */
  headersMs: number;
  /** From the headers to the end of a body that is no upload, and from an early answer to the end of any. */
  bodyMs: number;
  /** In any such span an upload brings at least `minUploadBytes`. */
  uploadSpanMs: number;
  minUploadBytes: number;
  maxArrivingPerNetwork: number;
  /** An answer of which nothing is read for so long is given up. */
  unreadMs: number;
  /** Of one user in this process: fewer than `REQUESTS_AT_ONCE`, so that nobody takes every place. */
  maxRequestsPerUser: number;
  /** Calls of one user that the services work on for this process; further ones wait. */
  maxCallsPerUser: number;
}

export const clientLimits: ClientLimits = {
  headersMs: 10_000,
  bodyMs: 20_000,
  uploadSpanMs: 30_000,
  minUploadBytes: 30 * 16_384,
  maxArrivingPerNetwork: 100,
  unreadMs: 30_000,
  maxRequestsPerUser: 100,
  maxCallsPerUser: 4,
};
