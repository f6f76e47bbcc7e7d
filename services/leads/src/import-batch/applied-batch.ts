import type { OutputOf, updateImportedLeads } from '@lead-finder/contracts';

export type BatchResult = OutputOf<typeof updateImportedLeads>;

/** What a batch did, with ids of its new leads and businesses: the smallest and the largest are among them. */
export type Applied = Omit<BatchResult, 'applied'> & { ids: number[]; businessIds: number[] };
