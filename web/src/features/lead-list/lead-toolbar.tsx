import { Button, Form } from 'react-bootstrap';
import { Link, useNavigate } from 'react-router-dom';
import { leadViews } from '../../lib/lead-views';
import { paths } from '../../lib/paths';
import { queryString } from '../../lib/query-client';
import { useMediaQuery, wide } from '../../lib/use-media-query';
import { ToneBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { ViewSwitch } from '../../ui/view-switch';
import { type FilterProps, ListToggles } from './filters/filter-fields';
import { filterOf, type ListState } from './list-state.rules';

interface LeadToolbarProps extends FilterProps {
  filtersOpen: boolean;
  filtersInUse: number;
  onToggleFilters: () => void;
}

export const LeadToolbar = ({ state, onChange, filtersOpen, filtersInUse, onToggleFilters }: LeadToolbarProps) => {
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide);
  const words = filtersOpen ? 'Hide Filters' : 'Show Filters';
  return (
    <div className="lf-toolbar">
      <ViewSwitch<(typeof leadViews)[number]['value']>
        views={leadViews}
        value={state.view}
        onChange={(view) => (view === 'my-day' ? void navigate(paths.myDay) : onChange({ view }))}
      />
      <Button
        variant="outline-secondary"
        active={filtersOpen}
        aria-expanded={filtersOpen}
        aria-label={filtersInUse > 0 ? `${words} ${filtersInUse} in use` : words}
        title={words}
        onClick={onToggleFilters}
      >
        <Icon name="funnel" />
        <span className="lbl-f">{words}</span> {filtersInUse > 0 && <ToneBadge tone="accent">{filtersInUse}</ToneBadge>}
      </Button>
      <span className="lf-sep" />
      <div className="checks">
        <ListToggles state={state} onChange={onChange} />
      </div>
      <div className="end">
        {!isWide && <ListActions state={state} />}
        <Form.Select
          className="w-auto"
          aria-label="Sort by date"
          value={state.sort}
          onChange={(event) => onChange({ sort: event.target.value as ListState['sort'] })}
        >
          <option value="newest">Newest First</option>
          <option value="oldest">Oldest First</option>
        </Form.Select>
      </div>
    </div>
  );
};

/** The actions on all leads that match. On wide pages they are in the page header if the toolbar is full. */
export const ListActions = ({ state }: { state: ListState }) => (
  <>
    <Link
      className="btn btn-outline-secondary"
      to={paths.nextLead(queryString({ from: 'list', ...filterOf(state) }))}
      aria-label="Work leads one by one"
      title="Work these leads one after another, by keyboard"
    >
      <Icon name="play" />
      <span className="lbl">Work leads</span>
    </Link>
    <a
      className="btn btn-outline-secondary"
      href={`/api/admin/all-assignments.csv?${queryString(filterOf(state))}`}
      download
      aria-label="Export CSV"
      title="Export CSV"
    >
      <Icon name="download" />
      <span className="lbl">Export CSV</span>
    </a>
  </>
);
