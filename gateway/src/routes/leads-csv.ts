import {
  contactFields,
  escapeFormula,
  importedTag,
  leadStatusLabels,
  type LeadListRecord,
} from '@lead-finder/contracts';
import { stringify } from 'csv-stringify/sync';

const yes = (is: boolean) => (is ? 'Yes' : '');
/** Details that a user corrected take precedence over the business's (docs/product/one-lead.md#contact-details). */
const own = ({ userBusiness: { customFields } }: LeadListRecord) => customFields;

/** An import recognises the columns up to Longitude and sets the reserved tag itself. */
type Column = [title: string, read: (lead: LeadListRecord) => string | number | null | undefined];
const columns: Column[] = [
  ['Business Name', ({ business }) => business.name],
  ['Address', ({ business }) => business.formattedAddress ?? business.vicinity],
  ['State', ({ userBusiness }) => userBusiness.state],
  ['Contact Name', (lead) => own(lead).contactPerson],
  ['Phone', (lead) => own(lead).phoneNumber ?? lead.business.phone ?? lead.business.internationalPhone],
  ['Email Address', (lead) => own(lead).email],
  ['Website', (lead) => own(lead).website ?? lead.business.website],
  ['User', ({ user }) => user.username],
  ['Custom Tag', ({ userBusiness }) => userBusiness.tags.filter((tag) => tag !== importedTag).join(', ')],
  ['Latitude', ({ business }) => business.latitude],
  ['Longitude', ({ business }) => business.longitude],
  ['Status', ({ userBusiness }) => leadStatusLabels[userBusiness.status]],
  ['Assigned', ({ userBusiness }) => userBusiness.assignedAt],
  ['Last Contacted', ({ userBusiness }) => userBusiness.lastContactedAt],
  ['Archived', ({ userBusiness }) => yes(userBusiness.archived)],
  ['Existing Customer', ({ userBusiness }) => yes(userBusiness.existingCustomer)],
  ...contactFields.map(({ number, part, label }): Column => [
    label,
    (lead) => own(lead).contacts?.[number - 2]?.[part.toLowerCase() as Lowercase<typeof part>],
  ]),
];
const options = { quoted: true, record_delimiter: 'windows' } as const;
const cell = (value: unknown) => (typeof value === 'string' ? escapeFormula(value) : value);

export const leadsCsvHeader = () => stringify([columns.map(([title]) => title)], { ...options, bom: true });

export const leadsCsvRows = (leads: readonly LeadListRecord[]) =>
  stringify(
    leads.map((lead) => columns.map(([, read]) => cell(read(lead)))),
    options,
  );
