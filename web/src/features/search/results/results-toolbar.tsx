import { placesProviderOf, type SearchResponse } from '@lead-finder/contracts';
import { useId } from 'react';
import { Badge, Button, Dropdown, Form } from 'react-bootstrap';
import { businesses } from '../../../lib/numbers';
import { ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { MenuItem } from '../../../ui/menu';
import { ButtonSpinner } from '../../../ui/spinner';
import { ViewSwitch } from '../../../ui/view-switch';

export type ResultsView = 'cards' | 'table';

const views = [
  { value: 'cards', label: 'Cards', icon: 'grid' },
  { value: 'table', label: 'Table', icon: 'table' },
] as const;

interface ResultsToolbarProps {
  answer: SearchResponse;
  titleId: string;
  view: ResultsView;
  onView: (view: ResultsView) => void;
  hidesTaken: boolean;
  onHideTaken: (hides: boolean) => void;
  selectedCount: number;
  isAllSelected: boolean;
  onSelectAll: () => void;
  onExport: () => void;
  isExporting: boolean;
  /** Undefined for users who may not assign. */
  onAssign?: () => void;
}

export function ResultsToolbar({ answer, selectedCount, onAssign, ...toolbar }: ResultsToolbarProps) {
  const hideId = useId();
  const selectAllId = useId();
  const nothingSelected = selectedCount === 0;
  return (
    <div className="lf-toolbar results">
      <h2 className="h2" id={toolbar.titleId}>
        Results <span className="muted fw-normal">({businesses(answer.totalCount)} found)</span>
      </h2>
      {placesProviderOf(answer.provider).isSample && (
        <span className="d-inline-flex" title="No places provider is set up: these businesses are made up.">
          <ToneBadge tone="warn">Sample data</ToneBadge>
        </span>
      )}
      <Form.Check
        id={hideId}
        label="Hide businesses that are taken"
        checked={toolbar.hidesTaken}
        onChange={(event) => toolbar.onHideTaken(event.target.checked)}
      />
      <div className="end">
        <span className="lf-select-all">
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={toolbar.isAllSelected}
            aria-describedby={selectAllId}
            onClick={toolbar.onSelectAll}
          >
            Select All
          </Button>
          <span className="muted small" id={selectAllId}>
            on this page
          </span>
        </span>
        <ViewSwitch views={views} value={toolbar.view} onChange={toolbar.onView} />
        <Dropdown align="end">
          <Dropdown.Toggle
            variant="outline-secondary"
            bsPrefix="lf-export"
            disabled={nothingSelected || toolbar.isExporting}
          >
            {toolbar.isExporting ? <ButtonSpinner /> : <Icon name="download" />}
            Export
            <Icon name="chevron-down" />
          </Dropdown.Toggle>
          <Dropdown.Menu>
            <MenuItem icon="filetype-csv" label="CSV File" onClick={toolbar.onExport} />
          </Dropdown.Menu>
        </Dropdown>
        {onAssign && (
          <Button disabled={nothingSelected} onClick={onAssign}>
            <Icon name="person-plus" />
            Assign to User
            {!nothingSelected && (
              <Badge bg="" className="lf-on-accent">
                {selectedCount}
              </Badge>
            )}
          </Button>
        )}
      </div>
    </div>
  );
}
