import type { LeadListRecord, UserSummary } from '@lead-finder/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const maxLeads = 6;
const maxUsers = 4;
const maxTags = 4;

/** Seven digits or more and what people write between them. */
const isPhoneNumber = (words: string) => /^\+?[\d\s()./-]+$/.test(words) && words.replace(/\D/g, '').length >= 7;

/**
 * The user's leads whose name contains the words or whose phone number they are, including archived and closed ones.
 * Administrators find all leads.
 */
export const useLeadsFound = (words: string) =>
  useQuery<LeadListRecord[]>({
    queryKey: isPhoneNumber(words)
      ? ['/api/leads/by-phone', { phone: words }]
      : [
          '/api/admin/all-assignments',
          { q: words, archived: 'any', existingCustomers: true, page: 1, pageSize: maxLeads },
        ],
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
  });

/** The active users with these words in name or address, for administrators. */
export const useUsersFound = (words: string, enabled: boolean) =>
  useQuery<UserSummary[]>({
    queryKey: ['/api/admin/users', { q: words, limit: maxUsers }],
    enabled: enabled && words.length >= 2 && !isPhoneNumber(words),
    placeholderData: keepPreviousData,
  });

/** The tags of the user's leads with these words, the most frequent first. */
export const useTagsFound = (words: string) =>
  useQuery<string[]>({
    queryKey: ['/api/all-tags', { q: words }],
    enabled: words.length >= 2 && !isPhoneNumber(words),
    placeholderData: keepPreviousData,
    select: (tags) => tags.slice(0, maxTags),
  });
