import type { LeadStatus } from '@lead-finder/contracts';
import { Dropdown } from 'react-bootstrap';
import { mayChange, useUser } from '../../../lib/session';
import { leadStatuses, StatusIcon, statusClass, statusLabel } from '../../../ui/lead-status';
import { MenuItem, MoreActions } from '../../../ui/menu';
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
    <MoreActions of={lead.business.name} className="d-inline-block" popperConfig={popperOptions} renderOnMount={false}>
      {isOwn && !viewed && <MenuItem icon="eye" label="Mark as Viewed" onClick={() => actions.markViewed(lead)} />}
      {isOwn && (
        <>
          <StatusItems current={status} onChoose={(next) => actions.setStatus(lead, next)} />
          <Dropdown.Divider />
        </>
      )}
      <MenuItem icon="person-lines-fill" label="Reassign" onClick={() => actions.reassign(lead)} />
      {isOwn && archived && (
        <MenuItem icon="arrow-counterclockwise" label="Restore" onClick={() => actions.restore(lead)} />
      )}
      {isOwn && !archived && <MenuItem icon="archive" label="Archive" onClick={() => actions.archive(lead)} />}
      {isOwn && <MenuItem icon="trash3" label="Delete" onClick={() => actions.remove(lead)} />}
    </MoreActions>
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
