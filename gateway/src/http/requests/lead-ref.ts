import type { LeadRef } from '@lead-finder/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * `:id` or `:uuid` of the path as one reference, so that each by-uuid twin is the same method (decisions, section 2).
 * The contract checks it.
 */
export const Ref = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { id, uuid } = context.switchToHttp().getRequest<FastifyRequest>().params as { id?: string; uuid?: string };
  return (uuid === undefined ? { id } : { uuid }) as LeadRef;
});
