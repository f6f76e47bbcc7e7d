import type { RequestContract } from '@lead-finder/contracts';
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export const callsContract = 'calls contract';

export interface Documented {
  contract: RequestContract;
  /** The response, if it differs from the contract's output: a part of it, a stream or a file. */
  response?: z.ZodType | { contentType: string };
  /** The multipart form that the path takes instead of the contract's input as JSON. */
  form?: z.ZodType;
}

export const Calls = (contract: RequestContract, response?: Documented['response'], form?: Documented['form']) =>
  SetMetadata(callsContract, { contract, response, form } satisfies Documented);
