import { randomUUID } from 'node:crypto';

/** Node draws the bytes of many uuids at once, those of `randomBytes` for each call. */
const randomDigits = () => randomUUID().replaceAll('-', '');

/** Reads a `traceparent` (W3C Trace Context). Returns null for anything else. */
export function parseTraceparent(text: string | null | undefined) {
  const [, traceId, spanId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: parseInt(flags!, 16) } : null;
}

/** Returns the trace of a request: its id if that is 8 or 16 bytes in hexadecimal or a uuid, otherwise a random one. */
export function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  const isTraceId = /^([0-9a-f]{16}){1,2}$/.test(digits) && /[1-9a-f]/.test(digits);
  return isTraceId ? digits.padStart(32, '0') : randomDigits();
}

/** The `traceparent` of a span that is not recorded. In the logs it distinguishes the requests of one action. */
export const unrecordedSpan = (traceId: string): string => `00-${traceId}-${randomDigits().slice(16)}-00`;
