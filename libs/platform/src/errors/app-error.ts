import type { ErrorCode, Issue } from '@lead-finder/contracts';
import type { z } from 'zod';
import './issue-texts.js';

/** The kinds of failure. The gateway maps each to one HTTP status (docs/product/errors-and-http.md#statuses). */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'too_slow',
  'conflict',
  'gone',
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
  current?: unknown;
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** The token of a second step, which the gateway puts into a cookie. */
  challenge?: string;
}

/** A failure to show to the user: a kind, a stable code, a sentence. The bus passes it unchanged. */
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

export function invalidInput(error: z.ZodError): AppError {
  const all = error.issues.map((each) => ({ path: each.path.join('.'), message: each.message }));
  const issues = [...new Map(all.map((each) => [`${each.path}: ${each.message}`, each])).values()];
  return new AppError('invalid', 'validation_failed', issues[0]?.message ?? 'The request is not valid', { issues });
}

export const invalidField = (path: string, message: string) =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path, message }] });
export const takenField = (path: string, code: ErrorCode, message: string) =>
  new AppError('conflict', code, message, { issues: [{ path, message }] });
export const staleVersion = (current: unknown) =>
  new AppError('conflict', 'stale_version', 'This was changed by somebody else in the meantime', { current });
export const notFound = (what: string) => new AppError('not_found', 'not_found', `${what} not found`);
export const forbidden = (message = 'You do not have permission to do this') =>
  new AppError('forbidden', 'forbidden', message);
export const sessionRequired = () =>
  new AppError('forbidden', 'session_required', 'No token may do this. Please sign in on the page.');
export const unavailable = (what: string) =>
  new AppError('unavailable', 'unavailable', `${what} is not available right now. Please try again in a moment.`, {
    retryAfter: 2,
  });

/** Returns `otherwise` if the service that is asked does not answer. */
export async function orIfUnavailable<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return otherwise;
    throw error;
  });
}
