import { Button, Form } from 'react-bootstrap';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { leadViews } from '../../lib/lead-views';
import { paths } from '../../lib/paths';
import { phone, useMediaQuery, wide } from '../../lib/use-media-query';
import { ToneBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { ViewSwitch } from '../../ui/view-switch';
import { type FilterProps, ListToggles } from './filters/filter-fields';
import { MatchingActions } from './list-actions';
import type { ListState } from './list-state.rules';

interface LeadToolbarProps extends FilterProps {
  filtersOpen: boolean;
  filtersInUse: number;
  onToggleFilters: () => void;
  /** Replaces the sort and the buttons at the end on phones. */
  menu: ReactNode;
}

export const LeadToolbar = ({ state, onChange, filtersOpen, filtersInUse, ...props }: LeadToolbarProps) => {
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide);
  const isPhone = useMediaQuery(phone);
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
        onClick={props.onToggleFilters}
      >
        <Icon name="funnel" />
        {isPhone ? 'Filters' : words} {filtersInUse > 0 && <ToneBadge tone="accent">{filtersInUse}</ToneBadge>}
      </Button>
      {isPhone ? (
        props.menu
      ) : (
        <>
          <span className="lf-sep" />
          <div className="checks">
            <ListToggles state={state} onChange={onChange} />
          </div>
          <div className="end">
            {!isWide && <MatchingActions state={state} />}
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
        </>
      )}
    </div>
  );
};
