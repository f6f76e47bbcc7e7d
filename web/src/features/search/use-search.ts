import { placesProviderOf } from '@lead-finder/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { HttpError } from '../../lib/http';
import { paths } from '../../lib/paths';
import { useToast } from '../../ui/toasts';
import { prefetchSearch, searchesKey, useSearchBusinesses } from './api';
import {
  addressOf,
  formFromAddress,
  homeDefaults,
  isAdvanced,
  isComplete,
  requestOf,
  screenDefaults,
} from './form/search-form.rules';
import type { ResultPage, SearchForm } from './form/search-form.rules';

/** Where a search is stored: the search in the query string, its page in the history entry. */
export interface SearchAddress {
  /** The home page or the search page; each has its own defaults. */
  pathname: string;
  search: string;
  state: unknown;
}

/** The area search whose results replace those of the search. */
const areaIn = (search: string): number | undefined => Number(new URLSearchParams(search).get('area')) || undefined;

/** A reload shows the page of the history entry. A shared address starts at page 1. */
const pageIn = (state: unknown): ResultPage => (state as { results?: ResultPage } | null)?.results ?? { page: 1 };

function withArea(search: string, id: number): string {
  const parameters = new URLSearchParams(search);
  parameters.set('area', String(id));
  return `?${parameters.toString()}`;
}

/** Names the provider's API (docs/product/finding.md#paging-of-results). */
const backwardText = (provider: string) =>
  `${placesProviderOf(provider).api} doesn't support backward pagination. Returning to page 1.`;

/** The search of an address: its form, its results, and functions to change search and page. */
export function useSearch(address: SearchAddress) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const toast = useToast();
  const { pathname } = address;
  const defaults = pathname === paths.home ? homeDefaults : screenDefaults;
  const form = useMemo(() => formFromAddress(address.search, defaults), [address.search, defaults]);
  const position = pageIn(address.state);
  const search = requestOf(form, position, defaults);
  const areaId = areaIn(address.search);
  const hasSearch = isComplete(form) && areaId === undefined;
  const {
    data: answer,
    error,
    isFetching,
    isFetchedAfterMount,
    dataUpdatedAt,
    refetch,
  } = useSearchBusinesses(search, hasSearch);

  const open = (next: SearchForm, results: ResultPage) => {
    if (isComplete(next)) prefetchSearch(client, requestOf(next, results, defaults));
    void navigate({ pathname, search: addressOf(next, defaults) }, { state: { results }, preventScrollReset: true });
  };
  const forgetPages = () => void client.invalidateQueries({ queryKey: searchesKey, refetchType: 'none' });

  /** Searches again, also if the result is cached. */
  const run = (next: SearchForm) => {
    if (hasSearch && position.page === 1 && addressOf(next, defaults) === addressOf(form, defaults))
      return void refetch();
    forgetPages();
    open(next, { page: 1 });
  };

  const openArea = (id: number, page: number) =>
    void navigate(
      { pathname, search: withArea(addressOf(form, defaults), id) },
      { state: { results: { page } }, preventScrollReset: true },
    );

  const goTo = (page: number) => {
    if (areaId !== undefined) return openArea(areaId, page);
    if (page > position.page && answer?.nextPageToken) {
      return open(form, { page: position.page + 1, token: answer.nextPageToken });
    }
    if (page > 1) toast.info('Info', backwardText(answer?.provider ?? ''));
    open(form, { page: 1 });
  };

  const retry = () => {
    // The token has expired, so the search restarts at page 1.
    if (position.page > 1 && error instanceof HttpError && error.code === 'invalid_request') return run(form);
    void refetch();
  };

  return {
    form,
    defaults,
    isAdvanced: isAdvanced(form, defaults),
    search,
    hasSearch,
    areaId,
    /** The request of the form as it is now. */
    requestFor: (typed: SearchForm) => requestOf(typed, { page: 1 }, defaults),
    showArea: (id: number) => openArea(id, 1),
    answer,
    error,
    isSearching: isFetching,
    isNew: isFetchedAfterMount,
    page: position.page,
    /** Changes with each shown list of results, also if the same search runs again. */
    listKey: `${JSON.stringify(search)} ${dataUpdatedAt}`,
    run,
    goTo,
    retry,
  };
}
