export const timeoutMs = 15_000;

const maxLength = 500;

const problems: Record<string, string> = {
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server ended the connection',
  ENOTFOUND: 'The name of the server is not known',
  EAI_AGAIN: 'The name of the server is not known at the moment',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired',
};

/** Says why a message got no response. */
export function problemOf(error: Error & { code?: string }): string {
  const isTimeout = [error, error.cause as Error | undefined].some((each) => each?.name === 'TimeoutError');
  if (isTimeout) return `No response within ${timeoutMs / 1_000} s`;
  return (problems[error.code ?? ''] ?? error.message).slice(0, maxLength);
}
