import type { GatewaySettings } from '../../gateway.config.js';

/** The headers of every response (docs/product/errors-and-http.md#security-headers). */
export function securityHeaders({
  PUBLIC_URL,
  MAP_TILE_URL,
}: Pick<GatewaySettings, 'PUBLIC_URL' | 'MAP_TILE_URL'>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${tileOrigin(MAP_TILE_URL)}`.trim(),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** Returns the origin of `https://{s}.tile.example/{z}/…` as a CSP source, with `{s}` as a wildcard. */
function tileOrigin(template: string): string {
  const match = /^(https?:\/\/)(\{s\}\.)?([^/{}]+)/.exec(template);
  return match ? `${match[1]}${match[2] ? '*.' : ''}${match[3]}` : '';
}
