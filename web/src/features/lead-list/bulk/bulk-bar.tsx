import type { LeadStatus } from '@lead-finder/contracts';
import { Button, Dropdown } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { MenuItem } from '../../../ui/menu';
import { ButtonSpinner } from '../../../ui/spinner';
import { StatusItems } from '../views/row-menu';

interface BulkBarProps {
  /** The formatted number of selected leads. */
  count: string;
  /** The number of matching leads, if it exceeds the selection. */
  matching?: string;
  onSelectMatching: () => void;
  pending: boolean;
  onlyReassign?: boolean;
  onStatus: (status: LeadStatus) => void;
  onArchive: () => void;
  onRestore: () => void;
  onReassign: () => void;
  onReturn: () => void;
  onAddTags: () => void;
  onRemoveTags: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/**
 * Floats over the end of the list during a selection. The menu has every action; the most frequent are also buttons.
 */
export function BulkBar({ count, matching, pending, onlyReassign, onStatus, onClear, ...props }: BulkBarProps) {
  const reassign = { label: 'Reassign', icon: 'person-lines-fill', run: props.onReassign };
  const giveBack = { label: 'Return to pool', icon: 'inbox', run: props.onReturn };
  const moves = [reassign, giveBack];
  const shortcuts = [
    reassign,
    { label: 'Archive', icon: 'archive', run: props.onArchive },
    { label: 'Restore', icon: 'arrow-counterclockwise', run: props.onRestore },
  ];
  const items = [
    ...shortcuts,
    giveBack,
    { label: 'Add tags', icon: 'tags', run: props.onAddTags },
    { label: 'Remove tags', icon: 'tag', run: props.onRemoveTags },
  ];
  return (
    <div className="lf-bulk" role="toolbar" aria-label="Bulk actions" aria-busy={pending}>
      <Dropdown drop="up">
        <Dropdown.Toggle variant="" size="sm" bsPrefix="lf-caretless" className="fw-semibold" disabled={pending}>
          {pending && <ButtonSpinner />}
          Bulk Actions ({count})
          <Icon name="chevron-up" />
        </Dropdown.Toggle>
        <Dropdown.Menu>
          {!onlyReassign && (
            <>
              <StatusItems onChoose={onStatus} />
              <Dropdown.Divider />
            </>
          )}
          {(onlyReassign ? moves : items).map(({ label, icon, run }) => (
            <MenuItem key={label} icon={icon} label={label} onClick={run} />
          ))}
          {!onlyReassign && (
            <>
              <Dropdown.Divider />
              <MenuItem icon="trash3" label="Delete Selected" className="lf-danger" onClick={props.onDelete} />
            </>
          )}
        </Dropdown.Menu>
      </Dropdown>
      {matching && (
        <Button variant="" size="sm" disabled={pending} onClick={props.onSelectMatching}>
          Select all {matching} matching
        </Button>
      )}
      <span className="lf-sep" />
      {!onlyReassign && (
        <Dropdown drop="up">
          <Dropdown.Toggle
            variant=""
            size="sm"
            bsPrefix="lf-caretless"
            disabled={pending}
            aria-label="Set Status"
            title="Set Status"
          >
            <Icon name="circle-half" />
            <span className="lbl">Set Status</span>
          </Dropdown.Toggle>
          <Dropdown.Menu>
            <StatusItems onChoose={onStatus} />
          </Dropdown.Menu>
        </Dropdown>
      )}
      {(onlyReassign ? [reassign] : shortcuts).map(({ label, icon, run }) => (
        <Button key={label} variant="" size="sm" aria-label={label} title={label} disabled={pending} onClick={run}>
          <Icon name={icon} />
          <span className="lbl">{label}</span>
        </Button>
      ))}
      <span className="lf-sep" />
      {!onlyReassign && (
        <Button
          variant=""
          size="sm"
          className="danger"
          aria-label="Delete"
          title="Delete"
          disabled={pending}
          onClick={props.onDelete}
        >
          <Icon name="trash3" />
          <span className="lbl">Delete</span>
        </Button>
      )}
      <Button
        variant=""
        size="sm"
        className="btn-icon"
        aria-label="Clear selection"
        title="Clear selection"
        onClick={onClear}
      >
        <Icon name="x-lg" />
      </Button>
    </div>
  );
}
