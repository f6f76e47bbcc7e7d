import type { IncomingMessage } from 'node:http';
import type { ErrorResponse } from '@lead-finder/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../gateway.config.js';
import { securityHeaders } from './security-headers.js';

/** Makes the router reject all but paths and absolute addresses: Nest routes `GET *users` past the hooks. */
export const routableUrl = ({ url = '' }: IncomingMessage): string => (/^(\/|https?:\/\/)/i.test(url) ? url : '/%');

/**
 * Rejects an address that the router cannot look up, such as '%', with 400. It closes the connection, because no hook
 * runs that would limit how long the body takes.
 */
export function refuseAddress(settings: GatewaySettings) {
  const headers = { ...securityHeaders(settings), 'cache-control': 'no-store', connection: 'close' };
  return (_error: unknown, { id }: FastifyRequest, reply: FastifyReply): void => {
    const message = 'The address is not valid';
    const issues = [{ path: 'url', message }];
    const body: ErrorResponse = { message, code: 'validation_failed', requestId: id, issues };
    void reply
      .headers({ ...headers, 'x-request-id': id })
      .status(400)
      .send(body);
  };
}
