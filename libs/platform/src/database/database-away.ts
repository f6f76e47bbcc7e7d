/** Of PostgreSQL: the connection broke or could not come about, the server stops or starts, there are too many, it took too long. */
const sqlStates = /^(08...|57P0[123]|53300|57014)$/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** The driver gives these no code; the last is what a transaction meets that goes on after its connection broke. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Query runner already released)/;

/** Whether a statement failed for want of PostgreSQL or of a connection to it, and not for what it says. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return sqlStates.test(code) || networkCodes.has(code);
  return typeof message === 'string' && driverMessages.test(message);
}
