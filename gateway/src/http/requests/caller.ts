import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@lead-finder/platform';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from './idempotency-key.js';
import type { SignedIn } from '../sessions/session-cache.js';

export type GatewayRequest = FastifyRequest & { user?: SignedIn; traceparent?: string; left?: () => AbortSignal };

export type RequestIdentity = Pick<Caller, 'actor' | 'requestId' | 'address' | 'traceparent'>;

/** Who asks, for what runs on when the client goes away. */
export function identityOf(request: FastifyRequest): RequestIdentity {
  const { id, ip, user, traceparent } = request as GatewayRequest;
  return { actor: user ? { ...user.actor } : null, requestId: id, address: ip, traceparent };
}

/** The request as the bus wants it: who, which id, and whether the client is still there. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    ...identityOf(request),
    signal: (request as GatewayRequest).left?.(),
    idempotencyKey: idempotencyKeyOf(request),
  };
}

/** A handler's parameter: in whose name and for which request it calls. */
export const CallerContext = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The same without the signal that it gives up. */
export const DetachedContext = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  identityOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Where the request came from, for sign-in, locks and the audit trail. */
export const originOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 1_000) ?? '',
});
