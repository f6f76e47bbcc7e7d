import type { IncomingMessage } from 'node:http';
import type { ErrorResponse } from '@lead-finder/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../gateway.config.js';
import { securityHeaders } from './security-headers.js';

/** Nest would take `GET *users` past every hook: the router refuses what is neither a path nor an absolute address. */
export const routableUrl = ({ url = '' }: IncomingMessage): string => (/^(\/|https?:\/\/)/i.test(url) ? url : '/%');

/**
 * An address that no route can be looked up for ('%' alone, a part that is far too long): no hook runs for it, and none
 * would see how long its body takes.
 */
export function refuseAddress(settings: GatewaySettings) {
  const headers = { ...securityHeaders(settings), 'cache-control': 'no-store', connection: 'close' };
  return (_error: unknown, { id }: FastifyRequest, reply: FastifyReply): void => {
    const message = 'The address is not valid';
    const issues = [{ path: 'url', message }];
    const answer: ErrorResponse = { message, code: 'validation_failed', requestId: id, issues };
    void reply
      .headers({ ...headers, 'x-request-id': id })
      .status(400)
      .send(answer);
  };
}
