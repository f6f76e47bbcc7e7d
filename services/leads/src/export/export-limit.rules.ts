import type { ExportCheck } from '@lead-finder/contracts';

export const dayMs = 86_400_000;

/** While a file is read, or until it is allowed, leads may begin to match: at most a tenth more. */
export const withGrowth = (leads: number): number => Math.ceil(leads * 1.1);

/** What a user exported in the last 24 hours counts too, so that several small exports are one large one. */
export const hasToWait = ({ leads, recentLeads, maxLeads }: Omit<ExportCheck, 'waits'>): boolean =>
  maxLeads !== null && recentLeads + leads > maxLeads;

/** A looser rule holds later, so that an administrator cannot switch it off for one export. */
export const isLooser = (next: number | null, present: number | null): boolean =>
  present !== null && (next === null || next > present);
