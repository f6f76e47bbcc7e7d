import { AppError } from '@lead-finder/platform';
import type { FastifyRequest } from 'fastify';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects unsafe requests of other sites with 403 (docs/product/errors-and-http.md#requests-from-other-sites). */
export function refuseOtherOrigins(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = publicUrl ? new URL(publicUrl).origin : `http://${request.headers.host}`;
  const isForeign = site ? site === 'cross-site' || site === 'same-site' : origin !== undefined && origin !== own;
  if (isForeign) throw new AppError('forbidden', 'forbidden', 'Requests from another site are refused');
}
