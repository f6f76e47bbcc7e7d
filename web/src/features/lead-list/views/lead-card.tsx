import { memo } from 'react';
import { Button, Form } from 'react-bootstrap';
import { emailLink, phoneLink } from '../../../lib/links';
import { Avatar } from '../../../ui/avatar';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/lead-status';
import { RelativeTime } from '../../../ui/relative-time';
import type { LeadListRecord } from '../api';
import { contactOf, type LeadContact } from '../contact.rules';
import { ContactLines, LeadBadges, LeadName, ViewProfile } from './lead-parts';
import { selectable, type Selection } from '../use-selection';

interface LeadCardProps {
  lead: LeadListRecord;
  isSelected: boolean;
  isReturned: boolean;
  onSelect: Selection['set'];
  onMarkViewed: (id: number) => void;
  isMarking: boolean;
}

export const LeadCard = memo(({ lead, isSelected, isReturned, onSelect, ...props }: LeadCardProps) => {
  const { business, userBusiness, user } = lead;
  const { isMarking } = props;
  const onMarkViewed = () => props.onMarkViewed(userBusiness.id);
  const contact = contactOf(lead);
  const stateClasses = [!userBusiness.viewed && 'unviewed', isSelected && 'selected', isReturned && 'returned'];
  return (
    <li className={['lf-lead', ...stateClasses].filter(Boolean).join(' ')}>
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
          <Avatar name={contact.assignee} id={user.id} />
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
      <div className="acts">
        {!userBusiness.viewed && (
          <Button variant="ghost" size="sm" disabled={isMarking} onClick={onMarkViewed}>
            <Icon name="eye" />
            Mark as Viewed
          </Button>
        )}
        <ViewProfile lead={lead} variant="outline-secondary" />
      </div>
      <div className="lf-reach">
        <ContactButtons lead={lead} contact={contact} onMarkViewed={onMarkViewed} isMarking={isMarking} />
        <ViewProfile lead={lead} variant="outline-secondary" className="wide" />
      </div>
    </li>
  );
});
LeadCard.displayName = 'LeadCard';

interface ContactButtonsProps {
  lead: LeadListRecord;
  contact: LeadContact;
  onMarkViewed: () => void;
  isMarking: boolean;
}

const ContactButton = ({
  href,
  icon,
  label,
  isOutside,
}: {
  href: string;
  icon: string;
  label: string;
  isOutside?: boolean;
}) => (
  <a
    className="btn btn-outline-secondary btn-sm"
    aria-label={label}
    href={href}
    {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
  >
    <Icon name={icon} />
  </a>
);

/** The row of buttons on phones: the two most useful ways to contact the lead, then its profile. */
function ContactButtons({ lead: { userBusiness }, contact, onMarkViewed, isMarking }: ContactButtonsProps) {
  const buttons = [
    contact.phone && <ContactButton key="call" icon="telephone" label="Call" href={phoneLink(contact.phone)} />,
    !userBusiness.viewed && (
      <Button
        key="viewed"
        variant="outline-secondary"
        size="sm"
        aria-label="Mark as Viewed"
        disabled={isMarking}
        onClick={onMarkViewed}
      >
        <Icon name="eye" />
      </Button>
    ),
    contact.mapsHref && (
      <ContactButton key="maps" icon="sign-turn-right" label="Open in Maps" href={contact.mapsHref} isOutside />
    ),
    contact.email && <ContactButton key="email" icon="envelope" label="Email" href={emailLink(contact.email)} />,
    contact.websiteHref && (
      <ContactButton key="web" icon="globe2" label="Website" href={contact.websiteHref} isOutside />
    ),
  ];
  return <>{buttons.filter(Boolean).slice(0, 2)}</>;
}
