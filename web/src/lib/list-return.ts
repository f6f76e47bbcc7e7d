import { tabStore } from './browser-store';
import type { LeadRef } from './paths';

/** Where a person comes back to in the CRM list from a profile; the list's page stands in its own state. */
export interface ListPosition {
  /** The row to highlight; without it only the scroll position is restored. */
  leadId?: number;
  scrollY: number;
}

const position = tabStore<ListPosition | null>('crm-return', null);

export const readListPosition = (): ListPosition | null => position.read();

export const clearListPosition = (): void => position.clear();

/** Adds to what is kept: the list, on opening a profile, knows how far it was scrolled; the profile knows its lead. */
export const saveListPosition = (part: Partial<ListPosition>): void =>
  position.write({ scrollY: 0, ...position.read(), ...part });

const order = tabStore<LeadRef[]>('crm-order', []);

/** The leads of the list's page as it is shown, so that a profile knows those before and after its own. */
export const saveListOrder = (leads: readonly LeadRef[]): void =>
  order.write(leads.map(({ id, uuid }) => ({ id, uuid })));

export function neighboursInList(leadId: number): { previous?: LeadRef; next?: LeadRef } {
  const leads = order.read();
  const at = leads.findIndex(({ id }) => id === leadId);
  return at < 0 ? {} : { previous: leads[at - 1], next: leads[at + 1] };
}
