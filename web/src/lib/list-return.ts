import { tabStore } from './browser-store';
import type { LeadRef } from './paths';

/** The position in the CRM list to return to from a profile. The page number is in the state of the list. */
export interface ListPosition {
  /** The row to highlight. Without it only the scroll position is restored. */
  leadId?: number;
  scrollY: number;
}

const position = tabStore<ListPosition | null>('crm-return', null);

export const readListPosition = (): ListPosition | null => position.read();

export const clearListPosition = (): void => position.clear();

/** Merges into the stored position: the list adds the scroll position, the profile adds its lead. */
export const saveListPosition = (part: Partial<ListPosition>): void =>
  position.write({ scrollY: 0, ...position.read(), ...part });

const order = tabStore<LeadRef[]>('crm-order', []);

/** Saves the leads of the shown list page, so that a profile can link to its neighbours. */
export const saveListOrder = (leads: readonly LeadRef[]): void =>
  order.write(leads.map(({ id, uuid }) => ({ id, uuid })));

export function neighboursInList(leadId: number): { previous?: LeadRef; next?: LeadRef } {
  const leads = order.read();
  const at = leads.findIndex(({ id }) => id === leadId);
  return at < 0 ? {} : { previous: leads[at - 1], next: leads[at + 1] };
}
