import { placesProviderOf, type SearchResponse, type SearchRequest } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button } from 'react-bootstrap';
import { personalStore } from '../../../lib/browser-store';
import { saveFile } from '../../../lib/downloads';
import { messageOf } from '../../../lib/http';
import { formatNumber } from '../../../lib/numbers';
import { isAdmin, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useExportBusinesses } from '../api';
import { AssignDialog } from '../assignment/assign-dialog';
import { ResultCards } from './result-cards';
import { ResultsTable } from './results-table';
import { ResultsToolbar, type ResultsView } from './results-toolbar';
import { useSelection } from './use-selection';

const storedView = personalStore<ResultsView>('search.view', 'cards');
/** Survives paging, for users who look for free businesses. */
const storedHideTaken = personalStore('search.hides-taken', false);

interface ResultsPanelProps {
  answer: SearchResponse;
  /** The request for the export; undefined for an area search. */
  search: Partial<SearchRequest>;
  areaSearchId?: number;
  page: number;
  listKey: string;
  /** True if the user waited for it; false if it was cached when the page opened. */
  isNew: boolean;
  onPage: (page: number) => void;
}

export function ResultsPanel({ answer, search, areaSearchId, page, listKey, isNew, onPage }: ResultsPanelProps) {
  const titleId = useId();
  const mayAssign = isAdmin(useUser());
  const [view, setView] = useState(storedView.read);
  const [hidesTaken, setHidesTaken] = useState(storedHideTaken.read);
  const [isAssigning, setAssigning] = useState(false);
  const shown = answer.businesses.filter(({ takenBy }) => !hidesTaken || takenBy.length === 0);
  const selection = useSelection(shown, `${listKey} ${hidesTaken}`);
  const { chosen } = selection;
  const { exportChosen, isExporting } = useExport(search);

  const chooseView = (next: ResultsView) => {
    storedView.write(next);
    setView(next);
  };

  const hideTaken = (hides: boolean) => {
    storedHideTaken.write(hides);
    setHidesTaken(hides);
  };

  if (answer.businesses.length === 0) return <NoResults />;
  return (
    <section aria-labelledby={titleId}>
      <ResultsToolbar
        answer={answer}
        titleId={titleId}
        view={view}
        onView={chooseView}
        hidesTaken={hidesTaken}
        onHideTaken={hideTaken}
        selectedCount={chosen.length}
        isAllSelected={shown.length > 0 && chosen.length === shown.length}
        onSelectAll={selection.toggleAll}
        onExport={() => exportChosen(chosen.map(({ placeId }) => placeId))}
        isExporting={isExporting}
        onAssign={mayAssign ? () => setAssigning(true) : undefined}
      />
      {shown.length === 0 ? (
        <StateBlock icon="person-check" title="All of these are leads already">
          Show them again, or go on to the next page.
        </StateBlock>
      ) : view === 'table' ? (
        <ResultsTable businesses={shown} selection={selection} />
      ) : (
        <ResultCards businesses={shown} selection={selection} isNew={isNew} />
      )}
      <Footer answer={answer} shown={shown.length} page={page} onPage={onPage} />
      {isAssigning && (
        <AssignDialog
          businesses={chosen}
          areaSearchId={areaSearchId}
          onDone={selection.drop}
          onClose={() => setAssigning(false)}
        />
      )}
    </section>
  );
}

const NoResults = () => (
  <StateBlock icon="search" title="No Results Found">
    Try adjusting your search criteria or location.
  </StateBlock>
);

interface FooterProps {
  answer: SearchResponse;
  shown: number;
  page: number;
  onPage: (page: number) => void;
}

/** The provider's token is the only way forward, so a page without a token is the last. */
const Footer = ({ answer, shown, page, onPage }: FooterProps) => (
  <nav className="lf-foot" aria-label="Pages">
    <span className="num">
      Showing {formatNumber(shown)} of {formatNumber(answer.totalCount)} results
    </span>
    {answer.attribution && <Attribution text={answer.attribution} provider={answer.provider} />}
    <div className="end">
      <Button variant="outline-secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevron-left" />
        Previous
      </Button>
      <span className="num">
        Page {page}/{Math.max(page, answer.totalPages)}
      </span>
      <Button
        variant="outline-secondary"
        size="sm"
        disabled={answer.nextPageToken === null}
        onClick={() => onPage(page + 1)}
      >
        Next
        <Icon name="chevron-right" />
      </Button>
    </div>
  </nav>
);

/** The attribution as the provider requires it: Google's name untranslated, OpenStreetMap's with a link. */
function Attribution({ text, provider }: { text: string; provider: string }) {
  const { attributionUrl } = placesProviderOf(provider);
  return attributionUrl ? (
    <a href={attributionUrl} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <span translate="no">{text}</span>
  );
}

function useExport(search: Partial<SearchRequest>) {
  const toast = useToast();
  const { mutate, isPending } = useExportBusinesses();
  const exportChosen = (placeIds: string[]) =>
    mutate(
      { search, placeIds },
      {
        onSuccess: (file) => {
          saveFile(file, 'business-data.csv');
          toast.success('Success', 'Data exported as CSV successfully!');
        },
        onError: (error) => toast.error('Error', `Export failed: ${messageOf(error, error.message)}`, error),
      },
    );
  return { exportChosen, isExporting: isPending };
}
