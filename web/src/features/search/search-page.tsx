import './search.css';
import { useRef } from 'react';
import { phone, useMediaQuery } from '../../lib/use-media-query';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { ResultsPanel } from './results-panel';
import { ResultsSkeleton } from './results-skeleton';
import { searchFailure } from './search-errors.rules';
import type { SearchForm } from './search-form.rules';
import { SearchPanel } from './search-panel';
import { type SearchAddress, useSearch } from './use-search';

/** A search lives in its address, which outlasts a look at the other tab of the home page. */
export function SearchPage({ address }: { address: SearchAddress }) {
  const results = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery(phone);
  const { run, goTo, ...search } = useSearch(address);

  const showResults = () => results.current?.scrollIntoView?.({ block: 'start' });
  const runAndShow = (form: SearchForm) => {
    run(form);
    // The form fills a phone's screen.
    if (isPhone) showResults();
  };
  const goAndShow = (page: number) => {
    goTo(page);
    showResults();
  };

  return (
    <>
      <SearchPanel
        form={search.form}
        isAdvanced={search.isAdvanced}
        isSearching={search.isSearching}
        onSearch={runAndShow}
      />
      <div className="lf-results-place" ref={results}>
        <Results {...search} onPage={goAndShow} />
      </div>
    </>
  );
}

type ResultsProps = Omit<ReturnType<typeof useSearch>, 'run' | 'goTo'> & { onPage: (page: number) => void };

function Results({ hasSearch, isSearching, error, answer, retry, search, page, listKey, onPage }: ResultsProps) {
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
  return answer && <ResultsPanel answer={answer} search={search} page={page} listKey={listKey} onPage={onPage} />;
}
