import type { z } from 'zod';
import type { importMapping } from './imports.js';
import type { ImportMode } from './import-modes.js';

const contactParts = ['Name', 'Role', 'Phone', 'Email'] as const;
const contactNumbers = [2, 3, 4, 5] as const;
type ContactPart = (typeof contactParts)[number];
type ContactField = `contact${(typeof contactNumbers)[number]}${ContactPart}`;
/** 'Contact 2 Name' to 'Contact 5 Email'. An export has the same columns. */
export const contactFields = contactNumbers.flatMap((number) =>
  contactParts.map((part) => ({
    number,
    part,
    field: `contact${number}${part}` satisfies ContactField as ContactField,
    label: `Contact ${number} ${part}`,
    aliases: [`contact${number}${part}`.toLowerCase()],
  })),
);

const words = (text: string) => text.trim().split(/\s+/);

/** The headers of each field; `joined` ones continue `after` (docs/product/import.md#columns-of-the-file). */
export const importFields = [
  {
    field: 'businessName',
    label: 'Business Name',
    aliases: words(`
      businessname business nameofbusiness company companyname nameofcompany organization organisation
      organizationname organisationname firm firmname tradename tradingname doingbusinessas doingbusinessasname
      dba dbaname legalname legalbusinessname entityname accountname account storename shopname store vendor
      vendorname customername customer clientname client leadname placename name
    `),
  },
  {
    field: 'address',
    label: 'Address',
    aliases: words(`
      address fulladdress formattedaddress streetaddress businessaddress companyaddress address1 addressline1
      addressline addr addr1 street1 streetaddress1 street mailingaddress postaladdress billingaddress
      billingstreet physicaladdress siteaddress locationaddress location
    `),
    joined: [
      {
        after: [
          'address',
          'streetaddress',
          'businessaddress',
          'companyaddress',
          'address1',
          'addressline1',
          'addressline',
          'addr',
          'addr1',
          'street1',
          'streetaddress1',
          'street',
          'mailingaddress',
          'physicaladdress',
          'siteaddress',
        ],
        aliases: words(`
          address2 addressline2 addr2 street2 streetaddress2 suite suitenumber unit apt
        `),
      },
      {
        after: ['address', 'streetaddress', 'address1', 'addressline1', 'addr1', 'street1', 'streetaddress1'],
        aliases: ['address3', 'addressline3', 'addr3', 'street3', 'streetaddress3'],
      },
    ],
  },
  {
    field: 'city',
    label: 'City',
    aliases: ['city', 'town', 'citytown', 'locality', 'municipality', 'suburb', 'billingcity'],
  },
  {
    field: 'state',
    label: 'State',
    aliases: words(`
      state statecode statestatecode stateprovince stateorprovince stateregion usstate st province region
      billingstate
    `),
  },
  {
    field: 'zip',
    label: 'Zip',
    aliases: ['zip', 'zipcode', 'zip5', 'zippostalcode', 'postalcode', 'postcode', 'postal', 'postalzip', 'billingzip'],
  },
  {
    field: 'contactName',
    label: 'Contact Name',
    aliases: words(`
      contactname contact contactperson contactfullname primarycontact primarycontactname maincontact contact1
      fullname person personname owner ownername businessowner proprietor manager attention attn firstname
      contactfirstname name
    `),
    joined: [
      { after: ['firstname'], aliases: ['lastname', 'surname', 'familyname'] },
      { after: ['contactfirstname'], aliases: ['contactlastname'] },
    ],
  },
  {
    field: 'phone',
    label: 'Phone',
    aliases: words(`
      phone phonenumber phoneno phone1 telephone telephonenumber telephoneno telno tel businessphone
      businessphonenumber companyphone officephone workphone mainphone primaryphone contactphone contactnumber
      contactphonenumber internationalphone ph mobile mobilephone mobilenumber cell cellphone
    `),
  },
  {
    field: 'email',
    label: 'Email Address',
    aliases: words(`
      emailaddress email emails email1 emailaddress1 mail mailaddress businessemail companyemail workemail
      contactemail contactemailaddress primaryemail
    `),
  },
  {
    field: 'website',
    label: 'Website',
    aliases: words(`
      website web url websiteurl webaddress websiteaddress webpage site siteurl homepage www domain
      companywebsite businesswebsite link
    `),
  },
  {
    field: 'user',
    label: 'User',
    aliases: words(`
      user username userusernametoassignto assignto assigntouser assignedto assigneduser assignedtouser
      usertoassign usernametoassignto assignee salesrep salesrepresentative salesperson rep accountmanager
      leadowner accountowner contactowner companyowner recordowner
    `),
  },
  {
    field: 'customTag',
    label: 'Custom Tag',
    aliases: ['customtag', 'customtags', 'tag', 'tags', 'customtagcommaseparated', 'label', 'labels'],
  },
  { field: 'latitude', label: 'Latitude', aliases: ['latitude', 'lat', 'geolat'] },
  { field: 'longitude', label: 'Longitude', aliases: ['longitude', 'lng', 'lon', 'long', 'geolng', 'geolon'] },
  ...contactFields,
  { field: 'leadUuid', label: 'Lead UUID', aliases: ['leaduuid', 'uuid'] },
] as const satisfies readonly FieldRule[];

interface FieldRule {
  field: string;
  label: string;
  aliases: readonly string[];
  joined?: readonly { after: readonly string[]; aliases: readonly string[] }[];
}

export type ImportField = (typeof importFields)[number]['field'];
export const importFieldLabels = Object.fromEntries(importFields.map(({ field, label }) => [field, label])) as Record<
  ImportField,
  string
>;

export type CustomImportField = `customFields.${string}`;
export const customImportField = (key: string): CustomImportField => `customFields.${key}`;

export type ImportColumns = Partial<Record<ImportField | CustomImportField, number[]>>;
export type ImportMapping = z.infer<typeof importMapping>;

export interface ColumnMatch {
  columns: ImportColumns;
  unused: number[];
  problems: string[];
}

export const normaliseHeader = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

export interface MatchOptions {
  mapping?: ImportMapping | undefined;
  hasAssignee: boolean;
  mode?: ImportMode | undefined;
  customFields?: readonly { key: string; name: string }[] | undefined;
}

interface Target {
  field: ImportField | CustomImportField;
  label: string;
}

export function matchColumns(
  headers: readonly string[],
  { mapping = {}, hasAssignee, mode = 'create', customFields = [] }: MatchOptions,
): ColumnMatch {
  const columns: ImportColumns = {};
  const problems: string[] = [];
  const trimmed = headers.map((header) => header.trim());
  const normalised = headers.map(normaliseHeader);
  const taken = new Set<number>();

  const free = (alias: string) => positionsOf(alias, normalised).filter((position) => !taken.has(position));
  const take = (field: Target['field'], found: readonly number[]) => {
    const header = headers[found[0]!]!.trim();
    if (found.length > 1) problems.push(`The column "${header}" stands more than once in the file.`);
    for (const position of found) taken.add(position);
    (columns[field] ??= []).push(found[0]!);
  };

  for (const [field, names] of Object.entries(mapping)) {
    const rule = targetOf(field, customFields);
    if (!rule) {
      problems.push(`The mapping names the field "${field}", which an import does not have.`);
      continue;
    }
    for (const name of [names].flat().filter((text) => text.trim())) {
      const exact = positionsOf(name.trim(), trimmed);
      const found = exact.length ? exact : positionsOf(normaliseHeader(name), normalised);
      if (found.length) take(rule.field, found);
      else problems.push(`The mapping names the column "${name}" for ${rule.label}, which the file does not have.`);
    }
  }

  const takeAlias = (rule: FieldRule & { field: ImportField }) => {
    if (Object.hasOwn(mapping, rule.field)) return;
    // Only a file that may change leads names them.
    if (rule.field === 'leadUuid' && mode === 'create') return;
    const alias = rule.aliases.find((name) => free(name).length);
    if (!alias) return;
    take(rule.field, free(alias));
    for (const next of rule.joined ?? []) {
      const further = next.after.includes(alias) && next.aliases.find((name) => free(name).length);
      if (further) take(rule.field, free(further));
    }
  };
  const takeCustom = (part: 'name' | 'key' | 'path') => {
    for (const custom of customFields) {
      const field = customImportField(custom.key);
      if (Object.hasOwn(mapping, field) || columns[field]) continue;
      const found = part === 'path' ? positionsOf(field, trimmed) : free(normaliseHeader(custom[part]));
      if (found.length > 0) take(field, found);
    }
  };
  takeCustom('path');
  // An export has no column for the town, so a column 'Town' in it is the custom field.
  const rules: readonly (FieldRule & { field: ImportField })[] = importFields;
  const leadUuid = rules.find(({ field }) => field === 'leadUuid')!;
  takeAlias(leadUuid);
  const namesLeads = mode !== 'create' && columns.leadUuid !== undefined;
  const required = rules.filter(({ field }) => !namesLeads && (field === 'businessName' || field === 'user'));
  required.forEach(takeAlias);
  takeCustom('name');
  rules.filter((rule) => rule !== leadUuid && !required.includes(rule)).forEach(takeAlias);
  takeCustom('key');

  if (namesLeads) return { columns, unused: unusedOf(headers, taken), problems };
  if (!columns.businessName) problems.push('The file has no Business Name column.');
  if (!columns.user && !hasAssignee) {
    problems.push('The file has no User column and no user was chosen to assign all rows to.');
  }
  return { columns, unused: unusedOf(headers, taken), problems };
}

const unusedOf = (headers: readonly string[], taken: ReadonlySet<number>) =>
  headers.flatMap((_, position) => (taken.has(position) ? [] : [position]));

function targetOf(field: string, customFields: readonly { key: string; name: string }[]): Target | undefined {
  const custom = customFields.find(({ key }) => customImportField(key) === field);
  if (custom) return { field: customImportField(custom.key), label: custom.name };
  return importFields.find((candidate) => candidate.field === field);
}

const positionsOf = (name: string, among: readonly string[]) =>
  among.flatMap((header, position) => (header === name ? [position] : []));

export function columnsError(headers: readonly string[], problems: readonly string[]): string | null {
  if (!problems.length) return null;
  const shown = headers.map((header) => header.trim().slice(0, 60)).filter(Boolean);
  const rest = shown.length > 50 ? ` and ${shown.length - 50} more` : '';
  return `${problems.join(' ')} The columns found are: ${shown.slice(0, 50).join(', ')}${rest}.`;
}
