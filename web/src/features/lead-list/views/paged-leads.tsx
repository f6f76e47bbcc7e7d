import { pageSizes } from '@lead-finder/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { Card } from 'react-bootstrap';
import { useCustomFields } from '../../../lib/custom-fields';
import { HttpError, messageOf } from '../../../lib/http';
import { saveListOrder } from '../../../lib/list-return';
import { LeadRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { Pager } from '../../../ui/pager';
import type { LeadPage } from '../api';
import { columnsOf } from '../columns/lead-cell';
import { EmptyList } from './empty-list';
import { LeadListView } from './lead-list-view';
import { LeadTableView } from './lead-table-view';
import { lastPage, type ListState, numberedPages } from '../list-state.rules';
import type { useLeadActions } from '../bulk/use-lead-actions';
import { useReturn } from '../use-return';
import type { Selection } from '../use-selection';

interface PagedLeadsProps {
  found: UseQueryResult<LeadPage>;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  onReset: () => void;
  onRefresh: () => void;
  onCountExactly: () => void;
  isFiltered: boolean;
  selection: Selection;
  actions: ReturnType<typeof useLeadActions>;
}

const skeletonRowCount = 8;
const none: LeadPage['leads'] = [];

/** List View and Table View: one page of leads or its error, and the pager. */
export function PagedLeads({ found, state, onChange, selection, actions, ...props }: PagedLeadsProps) {
  const { data, isStale, view } = useDeferredPage(found, state.view);
  const returnedId = useReturn(data !== undefined);
  const isBehindEnd = data?.leads.length === 0 && !isStale && state.page > 1;
  const { total = 0, previous } = data ?? {};
  const isListEmpty = state.at !== '' && !previous;

  useEffect(() => {
    if (isBehindEnd) onChange({ page: isListEmpty ? 1 : lastPage(total, state.pageSize), at: previous ?? '' });
  }, [isBehindEnd, isListEmpty, total, state.pageSize, previous, onChange]);

  // The version before a change of the cursors may have written the address.
  const isLost = state.at !== '' && found.error instanceof HttpError && found.error.status === 400;
  useEffect(() => {
    if (isLost) onChange({ page: 1 });
  }, [isLost, onChange]);

  useEffect(() => {
    if (data && !isStale) saveListOrder(data.leads.map(({ userBusiness }) => userBusiness));
  }, [data, isStale]);

  const fields = useCustomFields();
  const columns = useMemo(() => columnsOf(state.columns, fields), [state.columns, fields]);
  const sortBy = useCallback((sort: ListState['sort']) => onChange({ sort }), [onChange]);

  if (!data && found.isError) {
    return (
      <Card>
        <ErrorBlock title="The list could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
          {messageOf(found.error, 'Lead Finder did not answer.')} Nothing you did is lost. Your filters are kept.
        </ErrorBlock>
      </Card>
    );
  }
  if (!data && view === 'list') return <LeadRowsSkeleton rows={skeletonRowCount} />;
  if (data?.leads.length === 0 && state.page === 1) {
    return (
      <EmptyList
        isFiltered={props.isFiltered}
        hidesClosed={state.hideClosed}
        onReset={props.onReset}
        onRefresh={props.onRefresh}
      />
    );
  }
  const { leads = none, address = '' } = data ?? {};
  const shown = { leads, address, selection, returnedId, isStale, markingId: actions.markingId };
  return (
    <>
      {view === 'table' ? (
        <LeadTableView
          {...shown}
          columns={columns}
          onMarkViewed={actions.markViewed}
          sort={state.sort}
          onSort={sortBy}
          actions={actions.rowActions}
          skeletonRows={data ? undefined : skeletonRowCount}
        />
      ) : (
        <LeadListView {...shown} onMarkViewed={actions.markViewed} />
      )}
      {data && (
        <Pager
          total={data.total}
          exact={data.isExact}
          page={state.page}
          pageSize={state.pageSize}
          pageSizes={pageSizes}
          isLast={state.at === '' ? undefined : !data.next}
          onPage={(page) => {
            // The cursors of the page that loads are not known yet.
            if (isStale && page > numberedPages) return;
            onChange({ page, at: (page > state.page ? data.next : data.previous) ?? '' });
            window.scrollTo({ top: 0, behavior: 'instant' });
          }}
          onPageSize={(pageSize) => onChange({ pageSize })}
          onCountExactly={props.onCountExactly}
        />
      )}
    </>
  );
}

/** Rendering a hundred leads takes longer than a click may, so React renders them in chunks. */
function useDeferredPage({ data, isPlaceholderData: isStale }: UseQueryResult<LeadPage>, view: ListState['view']) {
  return useDeferredValue(useMemo(() => ({ data, isStale, view }), [data, isStale, view]));
}
