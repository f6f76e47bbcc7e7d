import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const eventName = 'leads-changed';

/** The reads that list or count leads. The profile page refreshes a profile and its history itself. */
const leadReads = [
  '/api/admin/all-assignments',
  '/api/my-businesses',
  '/api/user-businesses',
  '/api/leads',
  '/api/lead-facets',
  '/api/all-tags',
  '/api/my-day',
];

/** The source name of the server's change signals. */
export const live = 'live';

let pauses = 0;

/**
 * Ignores the server's change signals of leads until the returned function is called. A page that changes many leads
 * one by one uses it, because the list would otherwise move after each batch. That page announces the change at the
 * end.
 */
export function pauseLeadSignals(): () => void {
  pauses += 1;
  return () => void (pauses -= 1);
}

/**
 * Marks all reads that list leads as out of date and dispatches the window event 'leads-changed'. `source` names who
 * changed them, so that a listener can ignore its own changes.
 */
export function announceLeadsChanged(client: QueryClient, source = ''): void {
  if (source === live && pauses > 0) return;
  void client.invalidateQueries({
    predicate: ({ queryKey }) => leadReads.some((path) => String(queryKey[0]).startsWith(path)),
  });
  window.dispatchEvent(new CustomEvent(eventName, { detail: source }));
}

/** Calls the listener after changes from any source except `self`. */
export function useLeadsChanged(listener: () => void, self?: string): void {
  useEffect(() => {
    const onChange = (event: Event) => {
      if (self === undefined || (event as CustomEvent<string>).detail !== self) listener();
    };
    window.addEventListener(eventName, onChange);
    return () => window.removeEventListener(eventName, onChange);
  }, [listener, self]);
}

/** A status changed, so the progress meters read again at once (docs/product/progress.md#refresh-of-the-meters). */
export const announceStatusChanged = (): boolean => window.dispatchEvent(new Event('status-changed'));
