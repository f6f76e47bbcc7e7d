import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { currentContext } from '../context/request-context.js';

export type Logger = Pino;

/**
 * Opens the log: a JSON line per message, with its request. `error` means that an operator must act
 * (docs/operations.md).
 */
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
 * Returns what locates an error and no more: drivers attach whole connections and statement parameters, which are other
 * users' data.
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
