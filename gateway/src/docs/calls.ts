import type { RequestContract } from '@lead-finder/contracts';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';

export const callsContract = 'calls contract';

export interface Documented {
  contract: RequestContract;
  /** The response, if it differs from the contract's output: a part of it, a stream or a file. */
  response?: z.ZodType | { contentType: string };
  /** The multipart form that the path takes instead of the contract's input as JSON. */
  form?: z.ZodType;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documented?: Documented;
  }
}

/** Describes the route for the API's documentation, and for the hooks of its requests. */
export function Calls(contract: RequestContract, response?: Documented['response'], form?: Documented['form']) {
  const documented: Documented = {
    contract,
    ...(response !== undefined && { response }),
    ...(form !== undefined && { form }),
  };
  return applyDecorators(SetMetadata(callsContract, documented), RouteConfig({ documented }));
}
