/** Limits how long a client may send a request or read a response, and how many requests it may have open. */
export interface ClientLimits {
  /** From the opening of the connection, or the first byte of a later request, to the end of the headers. */
  headersMs: number;
  /** From the headers to the end of a body that is not an upload, and from an early response to the end of any body. */
  bodyMs: number;
  /** An upload must bring at least `minUploadBytes` in each span of this length. */
  uploadSpanMs: number;
  minUploadBytes: number;
  maxArrivingPerNetwork: number;
  /** The gateway closes a connection whose client has read nothing for this long. */
  unreadMs: number;
  /** Per user and process; below `REQUESTS_AT_ONCE`, so that one user cannot take all of them. */
  maxRequestsPerUser: number;
  /** Calls of one user that run in the services at the same time, per process; further calls wait. */
  maxCallsPerUser: number;
  /** Per API token, process and minute. */
  maxRequestsPerToken: number;
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
  maxRequestsPerToken: 1_200,
};
