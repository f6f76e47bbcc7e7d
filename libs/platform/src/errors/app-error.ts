import type { ErrorCode, Issue } from '@lead-finder/contracts';
import type { z } from 'zod';
import './issue-texts.js';

/** What kind of failure it is; the gateway turns each into one status (design, section 6). */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'too_slow',
  'conflict',
  'too_large',
  'unsupported',
  'locked',
  'limited',
  'bad_gateway',
  'unavailable',
  'timed_out',
  'internal',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

export interface ErrorDetails {
  issues?: Issue[];
  /** What stands now, with `stale_version`. */
  current?: unknown;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
}

/** A failure that people are told about: a kind, a stable code, a sentence. Travels over the bus as it is. */
export class AppError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'AppError';
  }
}

export interface CarriedError {
  kind: ErrorKind;
  code: string;
  message: string;
  details: ErrorDetails;
}

export const carryError = ({ kind, code, message, details }: AppError): CarriedError => ({
  kind,
  code,
  message,
  details,
});

export const errorFromCarried = (carried: CarriedError): AppError =>
  new AppError(carried.kind, carried.code as ErrorCode, carried.message, carried.details);

/** A zod failure as the answer of decisions, section 2: the first problem is the sentence, all of them are the issues. */
export function invalidInput(error: z.ZodError): AppError {
  const issues = error.issues.map((each) => ({ path: each.path.join('.'), message: each.message }));
  return new AppError('invalid', 'validation_failed', issues[0]?.message ?? 'The request is not valid', { issues });
}

export const notFound = (what: string) => new AppError('not_found', 'not_found', `${what} not found`);
export const forbidden = (message = 'You do not have permission to do this') =>
  new AppError('forbidden', 'forbidden', message);
export const unavailable = (what: string) =>
  new AppError('unavailable', 'unavailable', `${what} is not available right now. Please try again in a moment.`, {
    retryAfter: 2,
  });
