import { Button } from 'react-bootstrap';
import { Link, useNavigate } from 'react-router-dom';
import { emailLink, phoneLink, websiteText } from '../../../lib/links';
import { paths } from '../../../lib/paths';
import { ownerName } from '../../../lib/owner-name';
import { Avatar } from '../../../ui/avatar';
import { ArchivedBadge, CustomerBadge, ImportedBadge, NewBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import type { LeadListRecord } from '../api';
import { contactOf, type LeadContact } from '../contact.rules';
import { rememberPosition } from '../use-return';

interface LeadProps {
  lead: LeadListRecord;
}

export const LeadName = ({ lead: { business, userBusiness }, className = '' }: LeadProps & { className?: string }) => (
  <Link
    className={`name ${className}`.trimEnd()}
    to={paths.lead(userBusiness)}
    title={business.name}
    onClick={() => rememberPosition(userBusiness.id)}
  >
    {business.name}
  </Link>
);

export const LeadBadges = ({ lead }: LeadProps) => (
  <>
    {!lead.userBusiness.viewed && <NewBadge />}
    {contactOf(lead).isImported && <ImportedBadge />}
    {lead.userBusiness.archived && <ArchivedBadge />}
    {lead.userBusiness.existingCustomer && <CustomerBadge />}
  </>
);

interface ViewProfileProps extends LeadProps {
  variant: string;
}

/** A button as the specification names it. The lead's name is a link, which can open another window. */
export function ViewProfile({ lead: { userBusiness }, variant }: ViewProfileProps) {
  const navigate = useNavigate();
  const open = () => {
    rememberPosition(userBusiness.id);
    void navigate(paths.lead(userBusiness));
  };
  return (
    <Button size="sm" variant={variant} onClick={open}>
      View Profile
    </Button>
  );
}

export const Assignee = ({ lead }: LeadProps) => {
  const name = ownerName(lead);
  return (
    <span className="lf-avatar-name">
      <Avatar name={name} id={lead.user?.id} />
      <span className="cut" title={name}>
        {name}
      </span>
    </span>
  );
};

export const ContactLines = ({ contact }: { contact: LeadContact }) => (
  <>
    <div className="cut">
      <Icon name="telephone" />
      {contact.phone ? <a href={phoneLink(contact.phone)}>{contact.phone}</a> : <span className="muted">No phone</span>}
      {contact.website && <span className="muted">&ensp;·&ensp;</span>}
      <Website contact={contact} />
    </div>
    <div className={contact.email ? 'cut' : 'muted'}>
      <Icon name="envelope" />
      {contact.email ? <a href={emailLink(contact.email)}>{contact.email}</a> : 'No email'}
    </div>
  </>
);

/**
 * Shows text that is not a website's address as text: a stored `javascript:` must never become a link
 * (docs/product/one-lead.md#links).
 */
const Website = ({ contact: { website, websiteHref } }: { contact: LeadContact }) =>
  websiteHref ? (
    <a href={websiteHref} target="_blank" rel="noreferrer" title={websiteText(websiteHref)}>
      Website
    </a>
  ) : (
    website
  );
