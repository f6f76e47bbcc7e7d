import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorResponse, ErrorCode } from '@lead-finder/contracts';
import type { GatewaySettings } from '../../gateway.config.js';
import { securityHeaders } from './security-headers.js';

type Refusal = [status: string, code: ErrorCode, message: string];

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large', 'The headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'unavailable', 'The request took too long to arrive'],
};
const malformed: Refusal = ['400 Bad Request', 'validation_failed', 'The request is not valid HTTP'];

/** What the HTTP parser refuses reaches no route and no hook: answered here, with the headers and the body of every error. */
export function refuseUnreadable(settings: GatewaySettings) {
  const always = {
    ...securityHeaders(settings),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  return (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // A later request on a connection whose answer has begun: words of another would stand in the middle of it.
    const isAnswering = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (socket.writable && !isAnswering) {
      const [status, code, message] = refusals[error.code ?? ''] ?? malformed;
      const requestId = randomUUID();
      const issues = code === 'validation_failed' ? [{ path: 'request', message }] : undefined;
      const body = JSON.stringify({ message, code, requestId, issues } satisfies ErrorResponse);
      const headers = { ...always, 'x-request-id': requestId, 'content-length': Buffer.byteLength(body) };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
    }
    socket.destroySoon();
  };
}
