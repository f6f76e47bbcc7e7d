/** SQL states: no connection, server stopping or starting. */
const unreachable = /^(08...|57P0[123])$/;
/** SQL states: too many connections, time limit exceeded. */
const busy = /^(53300|57014)$/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** The driver's errors without a code. The last one occurs in a transaction after its connection broke. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Query runner already released)/;

export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return unreachable.test(code) || networkCodes.has(code);
  return typeof message === 'string' && driverMessages.test(message);
}

export function isDatabaseAway(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return isDatabaseUnreachable(error) || (typeof code === 'string' && busy.test(code));
}

export function isUnusableValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

export const isUniqueViolation = (error: unknown) => (error as { code?: unknown }).code === '23505';
