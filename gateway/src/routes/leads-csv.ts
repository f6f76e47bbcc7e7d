import {
  contactFields,
  customValueText,
  type CustomFieldDefinition,
  escapeFormula,
  importedTag,
  leadStatusLabels,
  type LeadListRecord,
} from '@lead-finder/contracts';
import { stringify } from 'csv-stringify/sync';

const yes = (is: boolean) => (is ? 'Yes' : '');
/** Details that a user corrected take precedence over the business's (docs/product/one-lead.md#contact-details). */
const own = ({ userBusiness: { customFields } }: LeadListRecord) => customFields;

/** An import recognises these columns besides the dates and marks, and sets the reserved tag itself. */
type Column = [title: string, read: (lead: LeadListRecord) => string | number | null | undefined];
const columns: Column[] = [
  ['Business Name', ({ business }) => business.name],
  ['Address', ({ business }) => business.formattedAddress ?? business.vicinity],
  ['State', ({ userBusiness }) => userBusiness.state],
  ['Contact Name', (lead) => own(lead).contactPerson],
  ['Phone', (lead) => own(lead).phoneNumber ?? lead.business.phone ?? lead.business.internationalPhone],
  ['Email Address', (lead) => own(lead).email],
  ['Website', (lead) => own(lead).website ?? lead.business.website],
  ['User', ({ user }) => user?.username],
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

/** A number stays one, so that a spreadsheet can calculate with a negative one. */
const valueOf = (lead: LeadListRecord, field: CustomFieldDefinition) => {
  const value = own(lead)[field.key];
  return typeof value === 'number' ? value : customValueText(field, value);
};

/** The custom fields that are not archived follow, and the lead's uuid, by which an import finds the lead. */
export function leadsCsv(fields: readonly CustomFieldDefinition[]) {
  const all: Column[] = [
    ...columns,
    ...fields.filter(({ archived }) => !archived).map((field): Column => [field.name, (lead) => valueOf(lead, field)]),
    ['Lead UUID', ({ userBusiness }) => userBusiness.uuid],
  ];
  return {
    header: () => stringify([all.map(([title]) => cell(title))], { ...options, bom: true }),
    rows: (leads: readonly LeadListRecord[]) =>
      stringify(
        leads.map((lead) => all.map(([, read]) => cell(read(lead)))),
        options,
      ),
  };
}
