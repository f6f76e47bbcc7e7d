import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { currentContext } from '../context/request-context.js';

export type Logger = Pino;

/** One JSON line each, with the request it belongs to. `error` means that somebody must act (design, section 6). */
export function openLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ ...currentContext() }),
    serializers: { err: describeError },
    redact: {
      paths: ['password', '*.password', 'token', '*.token', '*.newPassword', '*.currentPassword'],
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What somebody needs to find the place, and no more: drivers hang whole connections and the parameters of statements on
 * their errors, which are other people's data.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as Error & { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    code,
    stack: error.stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
