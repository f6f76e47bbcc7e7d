import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { currentContext } from '../context/request-context.js';

export type Logger = Pino;

/** Logs JSON lines with their request. `error` means that an operator must act. */
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

/** Drivers attach whole connections and statement parameters, other users' data, to their errors. */
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
