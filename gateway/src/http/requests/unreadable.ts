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

/** Responds to a request that the HTTP parser rejects and that reaches no hook. */
export function refuseUnreadable(settings: GatewaySettings) {
  const always = {
    ...securityHeaders(settings),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  return (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // An earlier request's response has begun on this connection: text written now would land in the middle of it.
    const isResponding = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (socket.writable && !isResponding) {
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
