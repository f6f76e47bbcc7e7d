import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Button } from 'react-bootstrap';
import { automatically } from '../../lib/http';
import { useLeadsChanged } from '../../lib/lead-changes';
import { formatNumber } from '../../lib/numbers';
import { isAdmin, useUser } from '../../lib/session';
import { phone, useMediaQuery } from '../../lib/use-media-query';
import { ViewSwitch } from '../../ui/view-switch';
import { Notice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { useToast } from '../../ui/toasts';
import { crmPage, refreshLeads, useLeadPage } from './api';
import { BulkBar } from './bulk/bulk-bar';
import type { BulkAction } from './bulk/bulk.rules';
import { useBulkJobs } from './bulk/bulk-jobs-api';
import { BulkJobsTray } from './bulk/bulk-jobs-tray';
import { DeleteDialog, ReassignDialog, ReturnDialog } from './bulk/bulk-dialogs';
import { TagsDialog } from './bulk/tags-dialog';
import { ColumnsButton } from './columns/columns-dialog';
import { Chip, FilterChips, FilterPanel, FilterSheet } from './filters/filter-panel';
import { LostFilters, useLostFilters } from './filters/lost-filters';
import { useChipNames } from './filters/use-chip-names';
import { LeadToolbar } from './lead-toolbar';
import './leads.css';
import './leads-map.css';
import './leads-narrow.css';
import { chipsOf, filterOf, withoutFilters } from './list-state.rules';
import { ListActions, ListMenu } from './list-actions';
import { SavedViews } from './saved-views/saved-views';
import { useLinkedView } from './saved-views/use-linked-view';
import { SelectBar } from './select-bar';
import { PagedLeads } from './views/paged-leads';
import { useLeadActions } from './bulk/use-lead-actions';
import { useListState } from './use-list-state';
import { useNearMe } from './use-near-me';
import { useSelection } from './use-selection';

const MapView = lazy(async () => ({ default: (await import('./map/map-view')).MapView }));

const titles = {
  all: { title: 'All Business Assignments', subtitle: 'Every lead of the team, whoever it is assigned to.' },
  team: { title: 'Businesses of My Team', subtitle: 'Leads of your teams and your own.' },
  own: { title: 'My Assigned Businesses', subtitle: 'Leads that are assigned to you.' },
};

const whoseLeads = [
  { value: 'own', label: 'My leads', icon: 'person' },
  { value: 'team', label: 'My team', icon: 'people' },
] as const;

/** The CRM list (docs/product/lead-list.md): all leads for administrators, the own or the team's for other users. */
export function CrmPage() {
  const user = useUser();
  const mayAssign = isAdmin(user);
  const isPhone = useMediaQuery(phone);
  const { state, change, replace } = useListState();
  const linkedView = useLinkedView(state, replace);
  const nearMe = useNearMe(() => change({ page: 1 }));
  const { near } = nearMe;
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [jobsOpen, setJobsOpen] = useState(false);
  const [matchingOf, setMatchingOf] = useState('');
  const [countedExactly, setCountedExactly] = useState('');
  const selection = useSelection(`${state.view} ${state.existingCustomers}`);
  const actions = useLeadActions(selection);
  const { refresh, isRefreshing } = useRefresh();
  const jobs = useBulkJobs(jobsOpen || actions.hasBegunJob);

  const filter = filterOf(state);
  const filterKey = JSON.stringify(filter);
  const found = useLeadPage({
    filter,
    near,
    page: state.page,
    cursor: state.at || undefined,
    pageSize: state.pageSize,
    countExactly: countedExactly === filterKey,
    enabled: state.view !== 'map' && !linkedView.isOpening,
  });
  const chips = chipsOf(state, useChipNames(state));
  const lost = useLostFilters(state.field, found.error);
  const reset = () => replace(withoutFilters);
  const filters = { state, onChange: change, found: state.view === 'map' ? undefined : found.data, onReset: reset };
  const { selected } = selection;
  const showsTeam = user.managesTeam && !state.mine;
  const title = mayAssign ? titles.all : showsTeam ? titles.team : titles.own;
  const isSelecting = isPhone && selection.isSelecting;
  const listActions = {
    state,
    mayImport: mayAssign,
    isRefreshing,
    onRefresh: refresh,
    jobsOpen,
    onToggleJobs: () => setJobsOpen(!jobsOpen),
  };
  const total = found.data?.total ?? 0;
  const totalText = `${formatNumber(total)}${found.data?.isExact === false ? '+' : ''}`;
  // A new filter or an empty selection ends 'Select all N matching'.
  const isAll = matchingOf === filterKey && selected.size > 0;
  const matching = isAll ? { filter, count: total } : undefined;
  const run = (action: BulkAction) => actions.run(action, selected, matching);

  return (
    <>
      <PageHeader
        title={title.title}
        subtitle={title.subtitle}
        actions={
          !isPhone ? (
            <ListActions {...listActions} />
          ) : (
            state.view === 'list' && (
              <Button
                variant="outline-secondary"
                className="words"
                onClick={isSelecting ? selection.clear : selection.begin}
              >
                {isSelecting ? 'Done' : 'Select'}
              </Button>
            )
          )
        }
      />
      {jobsOpen && <BulkJobsTray jobs={jobs.data} onClose={() => setJobsOpen(false)} />}
      {isSelecting ? (
        <SelectBar leads={found.data?.leads ?? []} selection={selection} />
      ) : (
        <LeadToolbar
          state={state}
          onChange={change}
          filtersOpen={filtersOpen}
          filtersInUse={chips.length}
          onToggleFilters={() => setFiltersOpen(!filtersOpen)}
          menu={
            <SavedViews
              state={state}
              replace={replace}
              menu={<ListMenu {...listActions} nearMe={nearMe} onChange={change} />}
            />
          }
        />
      )}
      <div className="lf-view-row">
        {user.managesTeam && (
          <ViewSwitch
            label="Whose leads"
            views={whoseLeads}
            value={state.mine ? 'own' : 'team'}
            onChange={(whose) => change({ mine: whose === 'own', userId: null })}
          />
        )}
        {!isPhone && <SavedViews state={state} replace={replace} />}
        {near && state.view !== 'map' && (
          <Chip
            label="Sort"
            text="Near me"
            removal="Remove sort Near me"
            onRemove={() => {
              nearMe.leave();
              change({ page: 1 });
            }}
          />
        )}
        {chips.length > 0 && (
          <FilterChips chips={chips} onChange={change} onReset={filtersOpen && !isPhone ? undefined : reset} />
        )}
        {state.view === 'table' && (
          <ColumnsButton columns={state.columns} onChange={(columns) => change({ columns })} />
        )}
      </div>
      {linkedView.isLost && (
        <Notice
          kind="warning"
          icon="bookmark"
          action={
            <Button variant="link" size="sm" onClick={linkedView.close}>
              Close
            </Button>
          }
        >
          This saved view was removed or is not shared with you. The list opens without it.
        </Notice>
      )}
      {filtersOpen &&
        (isPhone ? <FilterSheet {...filters} onClose={() => setFiltersOpen(false)} /> : <FilterPanel {...filters} />)}
      {lost.length > 0 && (found.isError || state.view === 'map') ? (
        <LostFilters
          lost={lost}
          conditions={state.field}
          onChange={(field) => change({ field })}
          onRetry={() => void found.refetch()}
        />
      ) : state.view === 'map' ? (
        <Suspense fallback={<div className="lf-map" aria-busy="true" />}>
          <MapView
            filter={filter}
            onShowList={() => change({ view: 'list' })}
            onShowUnlocated={() => change({ view: 'list', located: false })}
          />
        </Suspense>
      ) : (
        <PagedLeads
          found={found}
          state={state}
          onChange={change}
          onReset={reset}
          onRefresh={refresh}
          onCountExactly={() => setCountedExactly(filterKey)}
          isFiltered={chips.length > 0}
          selection={selection}
          actions={actions}
        />
      )}
      {selected.size > 0 && (
        <BulkBar
          count={isAll ? totalText : formatNumber(selected.size)}
          matching={!isAll && !near && total > selected.size ? totalText : undefined}
          onSelectMatching={() => {
            setMatchingOf(filterKey);
            // Shows the number of leads to a user who changes all of them.
            setCountedExactly(filterKey);
          }}
          pending={actions.isPending}
          // Everything else stays with the owners.
          onlyReassign={showsTeam && (isAll || [...selected.values()].some(({ userId }) => userId !== user.id))}
          onStatus={(status) => run({ kind: 'update-status', status })}
          onArchive={() => run({ kind: 'archive' })}
          onRestore={() => run({ kind: 'restore' })}
          onReassign={() => actions.open('reassign', selected, matching)}
          onReturn={() => actions.open('return-to-pool', selected, matching)}
          onAddTags={() => actions.open('add-tags', selected, matching)}
          onRemoveTags={() => actions.open('remove-tags', selected, matching)}
          onDelete={() => actions.open('delete', selected, matching)}
          onClear={() => {
            setMatchingOf('');
            selection.clear();
          }}
        />
      )}
      <Dialogs actions={actions} />
    </>
  );
}

function Dialogs({ actions: { dialog, isPending, close, run } }: { actions: ReturnType<typeof useLeadActions> }) {
  if (!dialog) return null;
  const { kind, leads, matching } = dialog;
  const about = { leads, count: matching?.count, pending: isPending, onClose: close };
  if (kind === 'add-tags' || kind === 'remove-tags')
    return (
      <TagsDialog
        title={kind === 'add-tags' ? 'Add Tags' : 'Remove Tags'}
        count={matching?.count ?? leads.size}
        pending={isPending}
        onClose={close}
        onChoose={(tags) => run({ kind, tags }, leads, matching)}
      />
    );
  if (kind === 'return-to-pool')
    return <ReturnDialog {...about} onReturn={(why) => run({ kind, ...why }, leads, matching)} />;
  return kind === 'delete' ? (
    <DeleteDialog {...about} onConfirm={() => run({ kind: 'delete' }, leads, matching)} />
  ) : (
    <ReassignDialog {...about} onReassign={(to) => run({ kind: 'reassign', ...to }, leads, matching)} />
  );
}

/** Reads the list again, by the button and after a change signal. */
function useRefresh() {
  const client = useQueryClient();
  const toast = useToast();
  const [isRefreshing, setIsRefreshing] = useState(false);

  const readAgain = useCallback(
    () => void automatically(() => refreshLeads(client, false)).catch(() => undefined),
    [client],
  );
  useLeadsChanged(readAgain, crmPage);

  const refresh = () => {
    setIsRefreshing(true);
    refreshLeads(client)
      .then(
        () => toast.success('List refreshed'),
        (error: unknown) => toast.failure(error, 'The list could not be loaded'),
      )
      .finally(() => setIsRefreshing(false));
  };
  return { refresh, isRefreshing };
}
