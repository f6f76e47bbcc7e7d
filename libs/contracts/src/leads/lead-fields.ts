import { z } from 'zod';
import { maxLongTextLength, type CustomFieldValue } from './custom-field-values.js';
import { importedTag, isPhone, websiteAddress } from './lead-details.js';
import { id, idOr, text } from '../wire.js';

export const leadStatuses = ['new', 'in_progress', 'recontact', 'closed_won', 'closed_lost'] as const;
export const leadStatus = z.enum(leadStatuses, { error: `Status must be one of ${leadStatuses.join(', ')}` });
export type LeadStatus = z.infer<typeof leadStatus>;
export const closedStatuses: readonly LeadStatus[] = ['closed_won', 'closed_lost'];

export const leadStatusLabels: Record<LeadStatus, string> = {
  new: 'New',
  in_progress: 'In Progress',
  recontact: 'Recontact',
  closed_won: 'Closed (Won)',
  closed_lost: 'Closed (Lost)',
};

/** A lead, not a business, by number or uuid (docs/product/errors-and-http.md#lead-ids-and-uuids). */
export const leadRef = z.union([z.object({ id }), z.object({ uuid: z.guid('Must be a uuid').toLowerCase() })], {
  error: 'Must be the number or the uuid of a lead',
});
export type LeadRef = z.output<typeof leadRef>;

/** Users can neither add nor remove 'Imported' (docs/product/one-lead.md#tags). */
export const tag = text()
  .trim()
  .min(1, 'Please enter a tag')
  .max(50, 'Tag must be at most 50 characters')
  .refine((value) => value !== '.' && value !== '..', 'Tag must not be . or ..')
  .refine((value) => value.toLowerCase() !== importedTag.toLowerCase(), "The tag 'Imported' is reserved");

export const bulkTags = z
  .array(tag, 'Please enter a tag')
  .min(1, 'Please enter a tag')
  .max(10, 'At most 10 tags at once');

export const noteText = text(20_000);
export const reassignNotes = text(2_000).trim();
export const reassignTarget = idOr('Please select a user to reassign to');

const cleared = z.union([z.null(), z.string().regex(/^\s*$/)]).transform(() => null);
const orCleared = <T extends z.ZodType<string, string>>(value: T) => z.union([cleared, value]).optional();

const customFieldInput = z.union(
  [text(maxLongTextLength), z.number(), z.boolean(), z.array(text(100)).max(200, 'At most 200 options')],
  { error: 'Must be a text, a number, true or false, or a list of texts' },
);

/** The contact details. null or a blank text clears a key. */
export const contactDetailsPatch = z.object({
  email: orCleared(z.string().trim().max(254).pipe(z.email('Please enter a valid email address'))),
  contactPerson: orCleared(text().trim()),
  phoneNumber: orCleared(
    text()
      .trim()
      .refine((value) => value === '' || isPhone(value), 'Please enter a valid phone number'),
  ),
  website: orCleared(
    text()
      .trim()
      .refine((value) => value === '' || websiteAddress(value) !== null, 'Please enter a valid website'),
  ),
});
/**
 * A user's edit of a lead's contact details and custom fields. The leads service rejects a key that no custom field has
 * and a value that does not fit its type.
 */
export const customFieldsPatch = contactDetailsPatch.catchall(
  z.union([cleared, customFieldInput]),
) as unknown as z.ZodType<CustomFieldsPatch, CustomFieldsPatchInput>;
export type CustomFieldsPatch = z.output<typeof contactDetailsPatch> & {
  [key: string]: CustomFieldValue | null | undefined;
};
export type CustomFieldsPatchInput = z.input<typeof contactDetailsPatch> & {
  [key: string]: CustomFieldValue | null | undefined;
};
const phoneOrNone = text()
  .trim()
  .refine((value) => value === '' || isPhone(value), 'Please enter a valid phone number');
const emailOrNone = z.literal('').or(z.string().trim().max(254).pipe(z.email('Please enter a valid email address')));
export const isContact = ({ name, phone, email }: Record<'name' | 'phone' | 'email', string>) =>
  Boolean(name || phone || email);
export const leadContact = z
  .object({
    name: text(200).trim().default(''),
    role: text(100).trim().default(''),
    phone: phoneOrNone.default(''),
    email: emailOrNone.default(''),
    note: text(500).trim().default(''),
  })
  .refine(isContact, {
    path: ['name'],
    error: 'Please enter a name, a phone number or an e-mail address',
  });
export type LeadContact = z.output<typeof leadContact>;
export const noContact: LeadContact = { name: '', role: '', phone: '', email: '', note: '' };
/** The first one is the main contact, whose values are also in the other contact details. */
export const leadContacts = z.array(leadContact).max(20, 'At most 20 contacts');

const contactDetails = z.object({
  email: z.string().optional(),
  contactPerson: z.string().optional(),
  phoneNumber: z.string().optional(),
  website: z.string().optional(),
  contactRole: z.string().optional(),
  contactNote: z.string().optional(),
  /** The contacts besides the main one. */
  contacts: z.array(z.object(leadContact.shape)).optional(),
});
export const contactDetailKeys: readonly string[] = Object.keys(contactDetails.shape);

export const customFieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
/** The contact details and, under the key of its definition, the value of each custom field (docs/product/custom-fields.md). */
export interface CustomFields extends z.infer<typeof contactDetails> {
  [key: string]: CustomFieldValue | LeadContact[] | undefined;
}
export const customFields = contactDetails.catchall(customFieldValue) as unknown as z.ZodType<CustomFields>;
