import type { Socket } from 'node:net';
import { invalidField, isLoopback } from '@lead-finder/platform';
import type { FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../../gateway.config.js';

/** Probes use the address of a pod or a container as the host. */
const probed = new Set(['/healthz', '/readyz']);
const authority = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d*)?$/i;

/**
 * Rejects host names that are not the product's. Without a public address the name of another site could resolve to
 * this machine (DNS rebinding) and pass as the product's origin, so only loopback names and the bound address are
 * accepted.
 */
export function refuseOtherHosts({ PUBLIC_URL, HOST }: GatewaySettings) {
  const isOpen = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
  const bound = HOST.toLowerCase();

  const isOwn = (given: string, { localAddress }: Socket): boolean => {
    const match = authority.exec(given);
    const name = (match?.[1] ?? match?.[2])?.toLowerCase();
    return name !== undefined && (isLoopback(name) || name === bound || name === addressOf(localAddress));
  };

  return ({ headers: { host }, raw, routeOptions, socket }: FastifyRequest): void => {
    // HTTP/1.1 requires a host (RFC 9112, section 3.2).
    if (!host && raw.httpVersion !== '1.0') throw refusal('The request names no host');
    if (isOpen || probed.has(routeOptions.url ?? '')) return;
    const target = /^https?:\/\/([^/?#]*)/i.exec(raw.url!)?.[1];
    for (const given of [host, target]) {
      if (given && !isOwn(given, socket))
        throw refusal('The product has no such name. Set PUBLIC_URL to the address that people open');
    }
  };
}

/** Removes the IPv4 prefix and the zone, which a URL does not have. */
const addressOf = (local = '') =>
  local
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase();

const refusal = (message: string) => invalidField('host', message);
