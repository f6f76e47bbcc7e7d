import { tabStore } from './browser-store';
import type { LeadRef } from './paths';

/** Where a person comes back to in the CRM list from a profile; the list's page stands in its own state. */
export interface ListPlace {
  /** The row to highlight; without it only the scroll position is restored. */
  leadId?: number;
  scrollY: number;
}

const place = tabStore<ListPlace | null>('crm-return', null);

export const readListPlace = (): ListPlace | null => place.read();

export const forgetListPlace = (): void => place.clear();

/** Adds to what is kept: the list, on opening a profile, knows how far it was scrolled; the profile knows its lead. */
export const keepListPlace = (part: Partial<ListPlace>): void => place.write({ scrollY: 0, ...place.read(), ...part });

const order = tabStore<LeadRef[]>('crm-order', []);

/** The leads of the list's page as it is shown, so that a profile knows those before and after its own. */
export const keepListOrder = (leads: readonly LeadRef[]): void =>
  order.write(leads.map(({ id, uuid }) => ({ id, uuid })));

export function neighboursInList(leadId: number): { previous?: LeadRef; next?: LeadRef } {
  const leads = order.read();
  const at = leads.findIndex(({ id }) => id === leadId);
  return at < 0 ? {} : { previous: leads[at - 1], next: leads[at + 1] };
}
