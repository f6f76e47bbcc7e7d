import { Button, Dropdown } from 'react-bootstrap';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { queryString } from '../../lib/query-client';
import { useMediaQuery, wide } from '../../lib/use-media-query';
import { Icon } from '../../ui/icon';
import { MenuItem } from '../../ui/menu';
import { ButtonSpinner } from '../../ui/spinner';
import { useLeadExport } from './exports/use-lead-export';
import { filterOf, type ListState } from './list-state.rules';
import type { useNearMe } from './use-near-me';

interface ListActionsProps {
  state: ListState;
  mayImport: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
  jobsOpen: boolean;
  onToggleJobs: () => void;
}

const workAddress = (state: ListState) => paths.nextLead(queryString({ from: 'list', ...filterOf(state) }));

/** The actions of the list in the page header. */
export function ListActions({ state, mayImport, isRefreshing, onRefresh, jobsOpen, onToggleJobs }: ListActionsProps) {
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide);
  return (
    <>
      <Button
        variant="ghost"
        aria-label="Refresh List"
        title="Refresh List"
        disabled={isRefreshing}
        onClick={onRefresh}
      >
        {isRefreshing ? <ButtonSpinner /> : <Icon name="arrow-clockwise" />}
        <span className="lbl">Refresh List</span>
      </Button>
      <Button variant="ghost" aria-label="Bulk Jobs" title="Bulk Jobs" aria-expanded={jobsOpen} onClick={onToggleJobs}>
        <Icon name="stack" />
        <span className="lbl">Bulk Jobs</span>
      </Button>
      {isWide && <MatchingActions state={state} />}
      {mayImport && (
        <Button
          variant="outline-secondary"
          aria-label="Import from CSV"
          title="Import from CSV"
          onClick={() => void navigate(paths.import)}
        >
          <Icon name="upload" />
          <span className="lbl">Import from CSV</span>
        </Button>
      )}
    </>
  );
}

/** The actions on all leads that match. On wide pages they are in the page header if the toolbar is full. */
export const MatchingActions = ({ state }: { state: ListState }) => {
  const { href, begin, dialog } = useLeadExport(filterOf(state));
  return (
    <>
      <Link
        className="btn btn-outline-secondary"
        to={workAddress(state)}
        aria-label="Work leads one by one"
        title="Work these leads one after another, by keyboard"
      >
        <Icon name="play" />
        <span className="lbl">Work leads</span>
      </Link>
      <a
        className="btn btn-outline-secondary"
        href={href}
        download
        onClick={begin}
        aria-label="Export CSV"
        title="Export CSV"
      >
        <Icon name="download" />
        <span className="lbl">Export CSV</span>
      </a>
      {dialog}
    </>
  );
};

interface ListMenuProps extends ListActionsProps {
  nearMe: ReturnType<typeof useNearMe>;
  onChange: (change: Partial<ListState>) => void;
}

const sorts = [
  ['newest', 'Newest First'],
  ['oldest', 'Oldest First'],
] as const;

/** The sort and all actions of the list in one menu, on phones. */
export const ListMenu = ({
  state,
  mayImport,
  isRefreshing,
  onRefresh,
  onToggleJobs,
  nearMe,
  onChange,
}: ListMenuProps) => {
  const { href, begin, dialog } = useLeadExport(filterOf(state));
  return (
    <>
      <Dropdown align="end">
        <Dropdown.Toggle variant="outline-secondary" bsPrefix="lf-caretless" className="w-100">
          <Icon name="three-dots" />
          More
        </Dropdown.Toggle>
        <Dropdown.Menu renderOnMount={false}>
          {sorts.map(([sort, label]) => (
            <SortItem
              key={sort}
              label={label}
              isChosen={!nearMe.near && state.sort === sort}
              onChoose={() => {
                nearMe.leave();
                onChange({ sort });
              }}
            />
          ))}
          {nearMe.isOffered && <SortItem label="Near me" isChosen={Boolean(nearMe.near)} onChoose={nearMe.ask} />}
          <Dropdown.Divider />
          <Dropdown.Item as={Link} to={workAddress(state)}>
            <Icon name="play" />
            Work leads
          </Dropdown.Item>
          <Dropdown.Item href={href} download onClick={begin}>
            <Icon name="download" />
            Export CSV
          </Dropdown.Item>
          {mayImport && (
            <Dropdown.Item as={Link} to={paths.import}>
              <Icon name="upload" />
              Import from CSV
            </Dropdown.Item>
          )}
          <MenuItem icon="stack" label="Bulk Jobs" onClick={onToggleJobs} />
          <MenuItem icon="arrow-clockwise" label="Refresh List" disabled={isRefreshing} onClick={onRefresh} />
        </Dropdown.Menu>
      </Dropdown>
      {dialog}
    </>
  );
};

const SortItem = ({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) => (
  <MenuItem icon={isChosen ? 'check-lg' : 'sort-down'} label={label} aria-pressed={isChosen} onClick={onChoose} />
);
