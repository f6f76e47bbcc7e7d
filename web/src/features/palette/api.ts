import type { LeadListRecord } from '@lead-finder/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const maxLeads = 6;

/** The caller's leads whose name holds the words, archived and closed ones beside the others; an admin's are everybody's. */
export const useLeadsNamed = (words: string) =>
  useQuery<LeadListRecord[]>({
    queryKey: [
      '/api/admin/all-assignments',
      { q: words, archived: 'any', existingCustomers: true, page: 1, pageSize: maxLeads },
    ],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
  });
