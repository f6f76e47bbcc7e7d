import type { LeadListRecord } from '@lead-finder/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const maxLeads = 6;

/**
 * The user's leads whose name contains the words, including archived and closed ones. Administrators find all leads.
 */
export const useLeadsNamed = (words: string) =>
  useQuery<LeadListRecord[]>({
    queryKey: [
      '/api/admin/all-assignments',
      { q: words, archived: 'any', existingCustomers: true, page: 1, pageSize: maxLeads },
    ],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
  });
