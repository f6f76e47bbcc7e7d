import { type ReactNode, useId } from 'react';
import { Button } from 'react-bootstrap';
import { emailLink, phoneLink, websiteText } from '../../../lib/links';
import { mayChange, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/lead-status';
import { Modal } from '../../../ui/modal';
import type { LeadListRecord } from '../api';
import { contactOf } from '../contact.rules';
import { ViewProfile } from './lead-parts';

interface LeadSheetProps {
  lead: LeadListRecord;
  onClose: () => void;
  onMarkViewed: (id: number) => void;
  onSelect: () => void;
}

/** All actions on a lead of the list, on phones. An action that the lead has no data for is left out. */
export function LeadSheet({ lead, onClose, onMarkViewed, onSelect }: LeadSheetProps) {
  const titleId = useId();
  const viewer = useUser();
  const { business, userBusiness } = lead;
  const { phone, mapsHref, address, email, websiteHref, assignee } = contactOf(lead);
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Modal centered show scrollable onHide={onClose} aria-labelledby={titleId}>
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <div>
          <Modal.Title as="h2" id={titleId} className="text-break">
            {business.name}
          </Modal.Title>
          <StatusPill status={userBusiness.status} /> <span className="muted small">{assignee}</span>
        </div>
      </Modal.Header>
      <Modal.Body>
        <ul className="lf-more">
          {phone && <ContactItem icon="telephone" label="Call" detail={phone} href={phoneLink(phone)} />}
          {mapsHref && address && (
            <ContactItem icon="sign-turn-right" label="Open in Maps" detail={address} href={mapsHref} isOutside />
          )}
          {email && <ContactItem icon="envelope" label="Send e-mail" detail={email} href={emailLink(email)} />}
          {websiteHref && (
            <ContactItem
              icon="globe2"
              label="Open website"
              detail={websiteText(websiteHref)}
              href={websiteHref}
              isOutside
            />
          )}
          {!userBusiness.viewed && mayChange(viewer, userBusiness.userId) && (
            <ActionItem icon="eye" onClick={closing(() => onMarkViewed(userBusiness.id))}>
              Mark as Viewed
            </ActionItem>
          )}
          <ActionItem icon="check2-square" onClick={closing(onSelect)}>
            Select
          </ActionItem>
        </ul>
      </Modal.Body>
      <Modal.Footer>
        <ViewProfile lead={lead} variant="outline-secondary" />
      </Modal.Footer>
    </Modal>
  );
}

interface ContactItemProps {
  icon: string;
  label: string;
  /** What the action uses, such as the number. */
  detail: string;
  href: string;
  isOutside?: boolean;
}

const ContactItem = ({ icon, label, detail, href, isOutside }: ContactItemProps) => (
  <li>
    <a className="btn btn-ghost" href={href} {...(isOutside && { target: '_blank', rel: 'noreferrer' })}>
      <Icon name={icon} />
      <span className="text-start">
        {label}
        <span className="d-block muted small text-break">{detail}</span>
      </span>
    </a>
  </li>
);

const ActionItem = ({ icon, onClick, children }: { icon: string; onClick: () => void; children: ReactNode }) => (
  <li>
    <Button variant="ghost" onClick={onClick}>
      <Icon name={icon} />
      {children}
    </Button>
  </li>
);
