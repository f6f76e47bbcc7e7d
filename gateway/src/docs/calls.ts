import type { RequestContract } from '@lead-finder/contracts';
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export const callsContract = 'calls contract';

export interface Documented {
  contract: RequestContract;
  /** Where the path answers otherwise than the contract: a part of it, a stream, a file. */
  answer?: z.ZodType | { contentType: string };
  /** Where what is sent is a form (multipart) and not the contract's input as JSON. */
  form?: z.ZodType;
}

/** Which contract a route calls: its description is made from it (decisions, section 2). */
export const Calls = (contract: RequestContract, answer?: Documented['answer'], form?: Documented['form']) =>
  SetMetadata(callsContract, { contract, answer, form } satisfies Documented);
