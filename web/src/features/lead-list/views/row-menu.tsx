import type { LeadStatus } from '@lead-finder/contracts';
import { Dropdown } from 'react-bootstrap';
import { mayChange, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { leadStatuses, StatusIcon, statusClass, statusLabel } from '../../../ui/lead-status';
import type { LeadListRecord } from '../api';

/** The actions on the lead of a row. */
export interface RowActions {
  markViewed: (lead: LeadListRecord) => void;
  setStatus: (lead: LeadListRecord, status: LeadStatus) => void;
  archive: (lead: LeadListRecord) => void;
  restore: (lead: LeadListRecord) => void;
  reassign: (lead: LeadListRecord) => void;
  remove: (lead: LeadListRecord) => void;
}

/** A scrolling table would clip its menu. Fixed positioning avoids that and shows the whole menu. */
const popperOptions = {
  strategy: 'fixed' as const,
  modifiers: [{ name: 'preventOverflow', options: { altAxis: true, tether: false, padding: 8 } }],
};

export function RowMenu({ lead, actions }: { lead: LeadListRecord; actions: RowActions }) {
  const { viewed, archived, status, userId } = lead.userBusiness;
  const isOwn = mayChange(useUser(), userId);
  return (
    <Dropdown className="d-inline-block" align="end">
      <Dropdown.Toggle
        variant="ghost"
        size="sm"
        bsPrefix="btn-icon"
        aria-label={`More actions for ${lead.business.name}`}
        title="More actions"
      >
        <Icon name="three-dots" />
      </Dropdown.Toggle>
      <Dropdown.Menu popperConfig={popperOptions} renderOnMount={false}>
        {isOwn && !viewed && (
          <Dropdown.Item as="button" type="button" onClick={() => actions.markViewed(lead)}>
            <Icon name="eye" />
            Mark as Viewed
          </Dropdown.Item>
        )}
        {isOwn && (
          <>
            <StatusItems current={status} onChoose={(next) => actions.setStatus(lead, next)} />
            <Dropdown.Divider />
          </>
        )}
        <Dropdown.Item as="button" type="button" onClick={() => actions.reassign(lead)}>
          <Icon name="person-lines-fill" />
          Reassign
        </Dropdown.Item>
        {isOwn && archived && (
          <Dropdown.Item as="button" type="button" onClick={() => actions.restore(lead)}>
            <Icon name="arrow-counterclockwise" />
            Restore
          </Dropdown.Item>
        )}
        {isOwn && !archived && (
          <Dropdown.Item as="button" type="button" onClick={() => actions.archive(lead)}>
            <Icon name="archive" />
            Archive
          </Dropdown.Item>
        )}
        {isOwn && (
          <Dropdown.Item as="button" type="button" onClick={() => actions.remove(lead)}>
            <Icon name="trash3" />
            Delete
          </Dropdown.Item>
        )}
      </Dropdown.Menu>
    </Dropdown>
  );
}

interface StatusItemsProps {
  current?: LeadStatus;
  onChoose: (status: LeadStatus) => void;
}

/** The five statuses of docs/product/one-lead.md#lead-status. */
export const StatusItems = ({ current, onChoose }: StatusItemsProps) => (
  <>
    <Dropdown.Header aria-level={3}>Set status</Dropdown.Header>
    {leadStatuses.map((status) => (
      <Dropdown.Item
        key={status}
        as="button"
        type="button"
        className={statusClass(status)}
        disabled={status === current}
        onClick={() => onChoose(status)}
      >
        <StatusIcon status={status} className="lf-mark" />
        {statusLabel(status)}
      </Dropdown.Item>
    ))}
  </>
);
