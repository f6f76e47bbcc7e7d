import { invalidField } from '@lead-finder/platform';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

export const idempotencyKeyHeader = 'Idempotency-Key';
const rule = `${idempotencyKeyHeader} must be 1 to 200 characters`;
export const idempotencyKey = z.string().min(1, rule).max(200, rule);

/** Rejects an invalid key: each repeat would run again (docs/product/errors-and-http.md#idempotency). */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = idempotencyKey.safeParse(given);
  if (key.success) return key.data;
  throw invalidField(idempotencyKeyHeader, rule);
}
