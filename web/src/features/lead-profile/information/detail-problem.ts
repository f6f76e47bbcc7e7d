import { customFieldsPatch } from '@lead-finder/contracts';
import type { Detail } from '../business-facts.rules';

/** The message for a value that the server would reject, or undefined. */
export const problemWith = (detail: Detail, value: string): string | undefined =>
  customFieldsPatch.safeParse({ [detail]: value }).error?.issues[0]?.message;
