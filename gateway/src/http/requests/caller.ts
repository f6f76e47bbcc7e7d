import type { Actor, checkApiToken, checkSession, OutputOf } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from './idempotency-key.js';

type Session = OutputOf<typeof checkSession>;
/** `scopes` and `networks` are those of an API token. */
export type SignedIn = {
  actor: Actor;
  session: Session & Partial<Pick<OutputOf<typeof checkApiToken>, 'scopes' | 'networks'>>;
};

/** The requests of a user's tokens and those of the user's pages are limited apart, so that a script delays no page. */
export const quotaOf = ({ id, token }: Actor): number => (token ? -id : id);

export type GatewayRequest = FastifyRequest & { user?: SignedIn; traceparent?: string; aborted?: () => AbortSignal };

export type RequestIdentity = Pick<Caller, 'actor' | 'requestId' | 'address' | 'traceparent'>;

export function identityOf(request: FastifyRequest): RequestIdentity {
  const { id, ip, user, traceparent } = request as GatewayRequest;
  return { actor: user ? { ...user.actor } : null, requestId: id, address: ip, traceparent };
}

/** The caller that the bus needs: the user, the request id, and a signal that aborts when the client disconnects. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    ...identityOf(request),
    signal: (request as GatewayRequest).aborted?.(),
    idempotencyKey: idempotencyKeyOf(request),
  };
}

export const CallerContext = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Injects the caller without the abort signal. */
export const DetachedContext = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  identityOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export const originOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 1_000) ?? '',
});
