import type { CustomFields } from '@lead-finder/contracts';
import { HttpError, messageOf } from '../../lib/http';

/** The body of a 409 `stale_version` (docs/product/one-lead.md#versions). */
interface StaleVersionBody {
  current: { version: number; notes?: string; customFields?: CustomFields };
}

/** The current value, if another user changed the note or field meanwhile; undefined for any other failure. */
export const staleOf = (error: unknown): StaleVersionBody['current'] | undefined =>
  error instanceof HttpError && error.code === 'stale_version' ? (error.body as StaleVersionBody).current : undefined;

/** Why a change failed, and what happened to the typed text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof HttpError)) {
    return 'Lead Finder could not be reached. What you typed is kept. Check your connection, then try again.';
  }
  if (error.issues.length > 0) return error.issues.map(({ message }) => message).join('. ');
  return messageOf(error, 'Lead Finder did not answer as expected. What you typed is kept. Try again.');
}
