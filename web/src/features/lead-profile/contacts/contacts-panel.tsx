import type { CustomFields, LeadContact } from '@lead-finder/contracts';
import { memo, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { emailLink, phoneLink } from '../../../lib/links';
import { Icon } from '../../../ui/icon';
import { useToast } from '../../../ui/toasts';
import { type UserBusiness, useSetContacts } from '../api';
import { ContactDialog } from './contact-dialog';

const maxContacts = 20;
const noContact: LeadContact = { name: '', role: '', phone: '', email: '', note: '' };

/** The main contact first. Without its details there is none, and the others follow an empty one. */
function contactsOf({ contacts = [], ...main }: CustomFields): LeadContact[] {
  const { contactPerson = '', contactRole = '', phoneNumber = '', email = '', contactNote = '' } = main;
  const first = { name: contactPerson, role: contactRole, phone: phoneNumber, email, note: contactNote };
  return first.name || first.phone || first.email ? [first, ...contacts] : contacts;
}

/** The people of a business (docs/product/one-lead.md#contacts). */
export const ContactsPanel = memo(function ContactsPanel({
  lead,
  userBusiness: { customFields, version },
}: {
  lead: LeadAddress;
  userBusiness: UserBusiness;
}) {
  const toast = useToast();
  const { mutate: save, isPending } = useSetContacts(lead);
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const contacts = contactsOf(customFields);
  const put = (next: LeadContact[], title: string) =>
    save(
      { contacts: next, version },
      {
        onSuccess: ({ userBusiness: changed }) => {
          setEditing(null);
          toast.success(title, undefined, () => save({ contacts, version: changed.version }));
        },
      },
    );
  const without = (index: number) => contacts.filter((_, each) => each !== index);
  return (
    <Card as="section" className="p-contacts" aria-label="Contacts">
      <Card.Header>
        <h2 className="h3">Contacts</h2>
        <Button
          variant="outline-secondary"
          size="sm"
          className="ms-auto"
          disabled={isPending || contacts.length >= maxContacts}
          onClick={() => setEditing('new')}
        >
          <Icon name="plus-lg" />
          Add Contact
        </Button>
      </Card.Header>
      {contacts.length === 0 && <Card.Body className="muted">No contact added yet.</Card.Body>}
      {contacts.map((contact, index) => {
        const title = contact.name || contact.phone || contact.email;
        const act = (label: string, icon: string, run: () => void) => (
          <Button
            variant="ghost"
            className="btn-icon"
            aria-label={`${label} ${title}`}
            title={label}
            disabled={isPending}
            onClick={run}
          >
            <Icon name={icon} />
          </Button>
        );
        return (
          <Card.Body key={index} className={`d-flex gap-2 ${index > 0 ? 'border-top' : ''}`.trimEnd()}>
            <div className="flex-grow-1 text-break">
              {index === 0 ? (
                <label className="d-block soft">
                  Main contact
                  {/* A field, because the information card has these words as text. */}
                  <Form.Control
                    plaintext
                    readOnly
                    tabIndex={-1}
                    className="p-0 fw-semibold text-truncate"
                    title={title}
                    value={title}
                  />
                </label>
              ) : (
                <b>{title}</b>
              )}
              {contact.role && <div className="soft">{contact.role}</div>}
              {index > 0 && contact.name && contact.phone && (
                <div>
                  <a href={phoneLink(contact.phone)}>{contact.phone}</a>
                </div>
              )}
              {index > 0 && contact.email && contact.email !== title && (
                <div>
                  <a href={emailLink(contact.email)}>{contact.email}</a>
                </div>
              )}
              {contact.note && <div className="soft">{contact.note}</div>}
            </div>
            <div className="text-nowrap">
              {index > 0 &&
                act('Make main contact', 'star', () =>
                  put([contact, ...without(index)], `${title} is the main contact`),
                )}
              {act('Edit', 'pencil', () => setEditing(index))}
              {act('Remove', 'trash3', () => put(without(index), 'Contact removed'))}
            </div>
          </Card.Body>
        );
      })}
      {editing !== null && (
        <ContactDialog
          contact={editing === 'new' ? noContact : contacts[editing]!}
          isNew={editing === 'new'}
          pending={isPending}
          onClose={() => setEditing(null)}
          onSave={(contact) =>
            editing === 'new'
              ? put([...contacts, contact], 'Contact added')
              : put(
                  contacts.map((each, index) => (index === editing ? contact : each)),
                  'Contact updated',
                )
          }
        />
      )}
    </Card>
  );
});
