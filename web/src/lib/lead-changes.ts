import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const eventName = 'leads-changed';

/** What lists leads or is counted from them; a profile and its history are kept by the profile's page itself. */
const leadReads = [
  '/api/admin/all-assignments',
  '/api/my-businesses',
  '/api/user-businesses',
  '/api/leads',
  '/api/lead-facets',
  '/api/all-tags',
  '/api/my-day',
];

/** Under this name the server's hints are announced. */
export const live = 'live';

let pauses = 0;

/**
 * Many leads change one after another, by this page's own doing: a list that is read again after each batch would move
 * under the reader's eyes all that time. Until the answer is called, the server's hints of changed leads are passed over;
 * who called announces the change when it is done.
 */
export function pauseLeadSignals(): () => void {
  pauses += 1;
  return () => void (pauses -= 1);
}

/**
 * Makes everything that lists leads be read again, at once where it is on the screen, and tells the page by the window
 * event 'leads-changed'. `by` names who changed them, so that it need not hear of its own change.
 */
export function announceLeadsChanged(client: QueryClient, source = ''): void {
  if (source === live && pauses > 0) return;
  void client.invalidateQueries({
    predicate: ({ queryKey }) => leadReads.some((path) => String(queryKey[0]).startsWith(path)),
  });
  window.dispatchEvent(new CustomEvent(eventName, { detail: source }));
}

/** Hears of changes by anybody but `self`. */
export function useLeadsChanged(listener: () => void, self?: string): void {
  useEffect(() => {
    const onChange = (event: Event) => {
      if (self === undefined || (event as CustomEvent<string>).detail !== self) listener();
    };
    window.addEventListener(eventName, onChange);
    return () => window.removeEventListener(eventName, onChange);
  }, [listener, self]);
}

/** A status moved: the progress meters read again at once (specification section 4). */
export const announceStatusChanged = (): boolean => window.dispatchEvent(new Event('status-changed'));
