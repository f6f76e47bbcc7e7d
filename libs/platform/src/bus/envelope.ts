import { actor, serviceNames } from '@lead-finder/contracts';
import { z } from 'zod';
import { AppError, type CarriedError } from '../errors/app-error.js';

export const envelope = z.object({
  callId: z.string(),
  from: z.enum([...serviceNames, 'gateway', 'host']),
  actor: actor.nullable(),
  requestId: z.string(),
  address: z.string().optional(),
  traceparent: z.string().optional(),
  /** Milliseconds that the caller still waits. A duration, because the clocks of two machines differ. */
  timeLeft: z.number(),
  idempotencyKey: z.string().optional(),
  body: z.unknown(),
});
export type Envelope = z.infer<typeof envelope>;

export type Reply = { value: unknown } | { error: CarriedError };

/** NATS accepts 1 MiB. Both transports reject a larger body with the same error. */
export const maxBodyBytes = 768 * 1024;

export function encode(message: Envelope | Reply): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) > maxBodyBytes) {
    throw new AppError('too_large', 'too_large', 'The request or its answer is too large to be carried at once');
  }
  return text;
}
