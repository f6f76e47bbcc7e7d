import { type CustomFieldDefinition, websiteAddress } from '@lead-finder/contracts';
import type { ReactNode } from 'react';
import { shownValue } from '../../../lib/custom-fields';
import { formatDate, formatDateTime } from '../../../lib/dates';
import { emailLink, phoneLink, websiteText } from '../../../lib/links';
import { StatusPill } from '../../../ui/lead-status';
import type { LeadListRecord } from '../api';
import { contactOf } from '../contact.rules';
import { Assignee } from '../views/lead-parts';
import { columnOfField, isOwnColumn, type OwnColumn, ownColumns } from './columns.rules';

export interface LeadColumn {
  id: string;
  label: string;
  className?: string;
  cell: (lead: LeadListRecord) => ReactNode;
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** A text that the cell cuts. */
const Text = ({ text }: { text: string | null | undefined }) => (text ? <span title={text}>{text}</span> : null);
const Moment = ({ at }: { at: string | null }) =>
  at ? <span title={formatDateTime(at)}>{formatDate(at)}</span> : null;
const Site = ({ text, href }: { text: string; href: string | null | undefined }) =>
  href ? (
    <a href={href} title={text} {...newTab}>
      {websiteText(text)}
    </a>
  ) : (
    <Text text={text} />
  );

const cut = 'cut c-more';
const ownCells: Record<OwnColumn, Omit<LeadColumn, 'id' | 'label'>> = {
  assignee: { className: 'cut c-who', cell: (lead) => <Assignee lead={lead} /> },
  status: { cell: ({ userBusiness }) => <StatusPill status={userBusiness.status} /> },
  assigned: { className: 'text-nowrap soft', cell: ({ userBusiness }) => <Moment at={userBusiness.assignedAt} /> },
  address: { className: cut, cell: (lead) => <Text text={contactOf(lead).address} /> },
  state: { className: 'text-nowrap', cell: ({ userBusiness }) => userBusiness.state },
  phone: {
    className: 'text-nowrap',
    cell: (lead) => {
      const { phone } = contactOf(lead);
      return phone && <a href={phoneLink(phone)}>{phone}</a>;
    },
  },
  email: {
    className: cut,
    cell: (lead) => {
      const { email } = contactOf(lead);
      return (
        email && (
          <a href={emailLink(email)} title={email}>
            {email}
          </a>
        )
      );
    },
  },
  website: {
    className: cut,
    cell: (lead) => {
      const { website, websiteHref } = contactOf(lead);
      return <Site text={website} href={websiteHref} />;
    },
  },
  contactPerson: {
    className: cut,
    cell: ({ userBusiness, business }) => <Text text={userBusiness.customFields.contactPerson ?? business.ownerName} />,
  },
  tags: { className: cut, cell: ({ userBusiness }) => <Text text={userBusiness.tags.join(', ')} /> },
  lastContacted: {
    className: 'text-nowrap soft',
    cell: ({ userBusiness }) => <Moment at={userBusiness.lastContactedAt} />,
  },
  territory: { className: cut, cell: ({ userBusiness }) => <Text text={userBusiness.territory?.name} /> },
};

function fieldColumn(field: CustomFieldDefinition): LeadColumn {
  const isNumber = field.type === 'number' || field.type === 'currency';
  return {
    id: columnOfField(field.key),
    label: field.name,
    className: isNumber ? 'num text-nowrap' : field.type === 'date' ? 'text-nowrap' : cut,
    cell: ({ userBusiness }) => {
      const text = shownValue(field, userBusiness.customFields[field.key]);
      return field.type === 'link' && text ? <Site text={text} href={websiteAddress(text)} /> : <Text text={text} />;
    },
  };
}

/** The chosen columns that there are. Removed and archived fields, and those that load, are left out. */
export const columnsOf = (ids: readonly string[], fields: readonly CustomFieldDefinition[]): LeadColumn[] =>
  ids.flatMap((id) => {
    if (isOwnColumn(id)) return [{ id, label: ownColumns[id], ...ownCells[id] }];
    const field = fields.find(({ key, archived }) => !archived && columnOfField(key) === id);
    return field ? [fieldColumn(field)] : [];
  });
