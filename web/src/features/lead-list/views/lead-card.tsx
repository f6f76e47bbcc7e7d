import { memo } from 'react';
import { Button, Form } from 'react-bootstrap';
import { phoneLink } from '../../../lib/links';
import { formatMiles } from '../../../lib/numbers';
import { mayChange, useUser } from '../../../lib/session';
import { mapsRoute } from '../../../lib/paths';
import { Avatar } from '../../../ui/avatar';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/lead-status';
import { RelativeTime } from '../../../ui/relative-time';
import type { LeadListRecord } from '../api';
import { contactOf } from '../contact.rules';
import { ContactLines, LeadBadges, LeadName, ViewProfile } from './lead-parts';
import { selectable, type Selection } from '../use-selection';
import { useCardGestures } from './use-card-gestures';

interface LeadCardProps {
  lead: LeadListRecord;
  isSelected: boolean;
  isReturned: boolean;
  onSelect: Selection['set'];
  onMarkViewed: (id: number) => void;
  isMarking: boolean;
  isPhone: boolean;
  isSelecting: boolean;
  onBeginSelecting: () => void;
  onOpenMenu: (lead: LeadListRecord) => void;
}

export const LeadCard = memo(({ lead, isSelected, isReturned, onSelect, ...props }: LeadCardProps) => {
  const { business, userBusiness, user } = lead;
  const gestures = useCardGestures({
    isOn: props.isPhone,
    isSelecting: props.isSelecting,
    onToggle: () => onSelect([selectable(lead)], !isSelected),
    onLongPress: () => {
      props.onBeginSelecting();
      onSelect([selectable(lead)], true);
    },
  });
  const viewer = useUser();
  const contact = contactOf(lead);
  const stateClasses = [!userBusiness.viewed && 'unviewed', isSelected && 'selected', isReturned && 'returned'];
  return (
    <li className={['lf-lead', ...stateClasses].filter(Boolean).join(' ')} {...gestures}>
      <Form.Check.Input
        checked={isSelected}
        aria-label={`Select ${business.name}`}
        onChange={(event) => onSelect([selectable(lead)], event.target.checked)}
      />
      <div className="main">
        <div className="title">
          <LeadName lead={lead} />
          <LeadBadges lead={lead} />
        </div>
        <div className="meta">
          {lead.distance !== undefined && (
            <a
              className="num"
              href={mapsRoute(business)}
              target="_blank"
              rel="noreferrer"
              title="Open the route in Maps"
            >
              <Icon name="sign-turn-right" /> {formatMiles(lead.distance)}
            </a>
          )}
          <span className="cut" title={contact.address}>
            {contact.address || 'No address'}
          </span>
          {contact.mapsHref && contact.address && (
            <a className="hide-sm" href={contact.mapsHref} target="_blank" rel="noreferrer" title="Open in Maps">
              <Icon name="map" /> Map
            </a>
          )}
        </div>
      </div>
      <div className="contact">
        <ContactLines contact={contact} />
      </div>
      <div className="who">
        <div className="lf-avatar-name">
          <Avatar name={contact.assignee} id={user?.id} />
          <div className="cut">
            <div className="cut" title={contact.assignee}>
              <span className="visually-hidden">Assigned to </span>
              {contact.assignee}
            </div>
            <RelativeTime className="muted small" moment={userBusiness.assignedAt} />
          </div>
        </div>
      </div>
      <div className="st">
        <StatusPill status={userBusiness.status} />
      </div>
      {props.isPhone ? (
        <div className="lf-reach">
          {contact.phone ? (
            <a className="btn btn-outline-secondary btn-sm num" href={phoneLink(contact.phone)}>
              <Icon name="telephone" />
              {contact.phone}
            </a>
          ) : (
            <span className="muted">No phone</span>
          )}
          <ViewProfile lead={lead} variant="outline-secondary" />
          <Button
            variant="outline-secondary"
            className="btn-icon"
            aria-haspopup="dialog"
            aria-label={`More actions for ${business.name}`}
            title="More actions"
            onClick={() => props.onOpenMenu(lead)}
          >
            <Icon name="three-dots" />
          </Button>
        </div>
      ) : (
        <div className="acts">
          {!userBusiness.viewed && mayChange(viewer, userBusiness.userId) && (
            <Button
              variant="ghost"
              size="sm"
              disabled={props.isMarking}
              onClick={() => props.onMarkViewed(userBusiness.id)}
            >
              <Icon name="eye" />
              Mark as Viewed
            </Button>
          )}
          <ViewProfile lead={lead} variant="outline-secondary" />
        </div>
      )}
    </li>
  );
});
LeadCard.displayName = 'LeadCard';
