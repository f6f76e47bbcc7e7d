import { ErrorBlock } from '../../../ui/state-block';
import { messageOf } from '../../../lib/http';
import { useAreaResults } from './area-api';
import { ResultsPanel } from '../results/results-panel';
import { ResultsSkeleton } from '../results/results-skeleton';

const pageSize = 20;

interface AreaResultsProps {
  searchId: number;
  page: number;
  onPage: (page: number) => void;
}

/** The results of an area search, with the same actions as other results. */
export function AreaResults({ searchId, page, onPage }: AreaResultsProps) {
  const { data: answer, error, dataUpdatedAt, isFetchedAfterMount, refetch } = useAreaResults(searchId, page, pageSize);
  if (error) {
    return (
      <ErrorBlock title="Error Fetching Results" error={error} onRetry={() => void refetch()}>
        {messageOf(error, 'An unknown error occurred')}
      </ErrorBlock>
    );
  }
  if (!answer) return <ResultsSkeleton />;
  const listKey = `${searchId} ${page} ${dataUpdatedAt}`;
  return (
    <ResultsPanel
      answer={answer}
      search={{}}
      areaSearchId={searchId}
      page={page}
      listKey={listKey}
      isNew={isFetchedAfterMount}
      onPage={onPage}
    />
  );
}
