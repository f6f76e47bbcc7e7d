import './search.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useEndFirstStep } from '../../lib/first-steps';
import { isAdmin, useUser } from '../../lib/session';
import { phone, useMediaQuery } from '../../lib/use-media-query';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { AreaPanel } from './area/area-panel';
import { AreaResults } from './area/area-results';
import { PlacesNotice } from './places-notice';
import { ResultsPanel } from './results/results-panel';
import { ResultsSkeleton } from './results/results-skeleton';
import { searchFailure } from './search-errors.rules';
import { searchForm, type SearchForm } from './form/search-form.rules';
import { SearchPanel } from './form/search-panel';
import { type SearchAddress, useSearch } from './use-search';

/** The address holds the search, so that it survives a visit to the other tab of the home page. */
export function SearchPage({ address }: { address: SearchAddress }) {
  const results = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery(phone);
  const mayAssign = isAdmin(useUser());
  const { run, goTo, showArea, requestFor, defaults, isAdvanced, ...search } = useSearch(address);
  // A new search in the address replaces the values of the fields.
  const form = useForm<SearchForm>({ resolver: zodResolver(searchForm), values: search.form });

  const endFirstStep = useEndFirstStep();
  const hasFound = (search.answer?.totalCount ?? 0) > 0;
  useEffect(() => {
    if (hasFound) endFirstStep('find');
  }, [hasFound, endFirstStep]);

  const showResults = () => results.current?.scrollIntoView?.({ block: 'start' });
  const runAndShow = (form: SearchForm) => {
    run(form);
    // The form fills a phone's screen, so scroll to the results.
    if (isPhone) showResults();
  };
  const goAndShow = (page: number) => {
    goTo(page);
    showResults();
  };

  return (
    <>
      <PlacesNotice />
      <SearchPanel
        form={form}
        defaults={defaults}
        isAdvanced={isAdvanced}
        isSearching={search.isSearching}
        onSearch={runAndShow}
      />
      {mayAssign && <AreaPanel control={form.control} requestFor={requestFor} onShow={showArea} />}
      <div className="lf-results-area" ref={results}>
        <Results {...search} onPage={goAndShow} />
      </div>
    </>
  );
}

type ResultsProps = Omit<
  ReturnType<typeof useSearch>,
  'run' | 'goTo' | 'showArea' | 'requestFor' | 'defaults' | 'isAdvanced'
> & {
  onPage: (page: number) => void;
};

function Results({ areaId, hasSearch, isSearching, error, answer, retry, onPage, ...list }: ResultsProps) {
  if (areaId !== undefined) return <AreaResults searchId={areaId} page={list.page} onPage={onPage} />;
  if (!hasSearch) {
    return (
      <StateBlock icon="shop" title="Find businesses to work as leads">
        Choose a business type and a location, then search.
      </StateBlock>
    );
  }
  if (isSearching) return <ResultsSkeleton />;
  if (error) {
    const { title, text, reason } = searchFailure(error);
    return (
      <ErrorBlock title={title} error={error} onRetry={retry}>
        {text}
        {reason && <span className="d-block mt-1">{reason}</span>}
      </ErrorBlock>
    );
  }
  return answer && <ResultsPanel answer={answer} onPage={onPage} {...list} />;
}
