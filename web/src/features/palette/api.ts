import type { FoundLead, UserSummary } from '@lead-finder/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PeopleList } from '../../lib/session';

const maxUsers = 4;
const maxTags = 4;
/** Shorter texts find commands only. */
const minLength = 2;
const restMs = 150;

/** Seven digits or more and what users write between them. No tag or name has them. */
const isPhoneNumber = (words: string) => /^\+?[\d\s()./-]+$/.test(words) && words.replace(/\D/g, '').length >= 7;

/** Returns the text after the last key rests, and a function to take it at once. */
function useRested(text: string): [string, () => void] {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [rested, () => setRested(text)];
}

/**
 * The leads that the user may see, the tags of these leads and the active users in `people` that a text finds.
 * `isWaiting` until the results are those of the text.
 */
export function useFound(text: string, people: PeopleList | null) {
  const typed = text.trim();
  const [words, hurry] = useRested(typed);
  const enabled = words.length >= minLength;
  const options = { enabled, placeholderData: keepPreviousData };
  // Results lag behind changes, so the same text asks again.
  const leads = useQuery<FoundLead[]>({ queryKey: ['/api/leads/find', { q: words }], staleTime: 0, ...options });
  const users = useQuery<UserSummary[]>({
    queryKey: [people, { q: words, limit: maxUsers }],
    ...options,
    enabled: enabled && people !== null && !isPhoneNumber(words),
  });
  const tags = useQuery<string[]>({
    queryKey: ['/api/all-tags', { q: words }],
    ...options,
    enabled: enabled && !isPhoneNumber(words),
    select: (all) => all.slice(0, maxTags),
  });
  const queries = [leads, users, tags];
  return {
    leads: (enabled && leads.data) || [],
    users: (enabled && users.data) || [],
    tags: (enabled && tags.data) || [],
    isWaiting: (typed !== words && typed.length >= minLength) || queries.some(({ isFetching }) => isFetching),
    hasFailed: queries.some(({ isError }) => isError),
    hurry,
  };
}
