import {
  contactFields,
  customValueText,
  type CustomFieldDefinition,
  importedTag,
  jsonLine,
  leadStatusLabels,
  type LeadListRecord,
} from '@lead-finder/contracts';
import { csvHeader, csvRows } from '../http/csv-text.js';

/** Details that a user corrected take precedence over the business's (docs/product/one-lead.md#contact-details). */
const own = ({ userBusiness: { customFields } }: LeadListRecord) => customFields;

/** An import recognises these columns besides the dates and marks, and sets the reserved tag itself. */
type Value = string | number | boolean | null | undefined;
type Column = [title: string, read: (lead: LeadListRecord) => Value, no?: string];
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
  ['Archived', ({ userBusiness }) => userBusiness.archived],
  ['Existing Customer', ({ userBusiness }) => userBusiness.existingCustomer],
  ...contactFields.map(({ number, part, label }): Column => [
    label,
    (lead) => own(lead).contacts?.[number - 2]?.[part.toLowerCase() as Lowercase<typeof part>],
  ]),
];
const cell = (value: Value, no = '') => (typeof value === 'boolean' ? (value ? 'Yes' : no) : value);

/** A number stays one, so that a spreadsheet can calculate with a negative one. */
const valueOf = (lead: LeadListRecord, field: CustomFieldDefinition) => {
  const value = own(lead)[field.key];
  return typeof value === 'number' || typeof value === 'boolean' ? value : customValueText(field, value);
};

/** The custom fields that are not archived follow, and the lead's uuid, by which an import finds the lead. */
const columnsWith = (fields: readonly CustomFieldDefinition[]): Column[] => [
  ...columns,
  ...fields
    .filter(({ archived }) => !archived)
    .map((field): Column => [field.name, (lead) => valueOf(lead, field), 'No']),
  ['Lead UUID', ({ userBusiness }) => userBusiness.uuid],
];

/** Writes leads in one format of files. */
export interface LeadsFile {
  header: () => string;
  rows: (leads: readonly LeadListRecord[]) => string;
}

export function leadsCsv(fields: readonly CustomFieldDefinition[]): LeadsFile {
  const all = columnsWith(fields);
  return {
    header: () => csvHeader(all.map(([title]) => title)),
    rows: (leads) => csvRows(leads.map((lead) => all.map(([, read, no]) => cell(read(lead), no)))),
  };
}

/** The keys are the columns of the CSV file. No spreadsheet runs formulas in it, so texts stand as they are. */
export function leadsJsonLines(fields: readonly CustomFieldDefinition[]): LeadsFile {
  const all = columnsWith(fields);
  const given = (value: Value) => (value === '' ? null : value);
  return {
    header: () => '',
    rows: (leads) => leads.map((lead) => jsonLine(all.map(([title, read]) => [title, given(read(lead))]))).join(''),
  };
}
