import type { LeadRef } from '@lead-finder/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects `:id` or `:uuid` of the path as one reference (docs/product/errors-and-http.md#lead-ids-and-uuids). */
export const Ref = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { id, uuid } = context.switchToHttp().getRequest<FastifyRequest>().params as { id?: string; uuid?: string };
  return (uuid === undefined ? { id } : { uuid }) as LeadRef;
});
