import { matchColumns, parseImportRow, type CustomFieldDefinition, type LeadListRecord } from '@lead-finder/contracts';
import { parse } from 'csv-parse/sync';
import { leadsCsv, leadsJsonLines } from './leads-csv.js';

const contact = (name: string, role: string, phone = '', email = '') => ({ name, role, phone, email, note: 'x' });
const contacts = [contact('Lee', 'Chef', '555 0100'), contact('Kim', 'Owner', '', 'kim@b.co')];
const lead = {
  business: { name: 'Harbor Bakery', formattedAddress: '1 Pier', phone: null, website: null },
  userBusiness: { status: 'new', tags: [], state: null, customFields: { contactPerson: 'Pat', contacts } },
  user: { id: 1, username: 'sam', fullName: 'Sam' },
} as unknown as LeadListRecord;

it('an export has four more contacts in new columns at its end, which an import reads', () => {
  const csv = leadsCsv([]);
  const text = csv.header() + csv.rows([lead]);
  const [headers, cells] = parse(text, { bom: true }) as [string[], string[]];
  expect(headers.slice(15, 21)).toEqual([
    'Existing Customer',
    'Contact 2 Name',
    'Contact 2 Role',
    'Contact 2 Phone',
    'Contact 2 Email',
    'Contact 3 Name',
  ]);
  expect(headers).toHaveLength(33);
  const { columns } = matchColumns(headers, { hasAssignee: false });
  const row = (changed: string[]) => parseImportRow(changed, { headers, columns, hasAssignee: false });
  expect(row(cells)).toMatchObject({
    ok: true,
    parsed: { contactPerson: 'Pat', contacts: contacts.map((each) => ({ ...each, note: '' })) },
  });
  expect(row(cells.with(18, 'none').with(19, 'lee@'))).toMatchObject({
    failures: [
      { column: 'Contact 2 Phone', message: 'Contact 2 Phone is not a valid phone number' },
      { column: 'Contact 2 Email', message: 'Contact 2 Email is not a valid email address' },
    ],
  });
});

it('an export has a column for each custom field that is not archived, and the uuid of the lead at its end', () => {
  const field = (key: string, name: string, archived = false) => ({ key, name, archived }) as CustomFieldDefinition;
  const csv = leadsCsv([
    field('plan', '=Plan'),
    field('staff', 'Staff'),
    field('open', 'Open'),
    field('tools', 'Tools'),
    field('old', 'Old', true),
  ]);
  const customFields = { plan: '=1+1', staff: -5, open: false, tools: ['Phone', 'Mail'], old: 'x', hidden: 'y' };
  const uuid = '5b1e0000-0000-4000-8000-000000000000';
  const text = csv.header() + csv.rows([{ ...lead, userBusiness: { ...lead.userBusiness, uuid, customFields } }]);
  const [headers, cells] = parse(text, { bom: true }) as [string[], string[]];
  expect(headers.slice(32)).toEqual(["'=Plan", 'Staff', 'Open', 'Tools', 'Lead UUID']);
  expect(cells.slice(32)).toEqual(["'=1+1", '-5', 'No', 'Phone; Mail', uuid]);
});

it('an export as NDJSON has the columns of the CSV file as keys, numbers and booleans, and no escaped formulas', () => {
  const field = (key: string, name: string) => ({ key, name, archived: false }) as CustomFieldDefinition;
  const fields = [field('plan', 'Plan'), field('staff', 'Staff'), field('open', 'Open'), field('tools', 'Tools')];
  const customFields = { plan: '=1+1', staff: -5, open: false, tools: ['Phone', 'Mail'] };
  const all = { ...lead, userBusiness: { ...lead.userBusiness, archived: true, customFields } };
  const lines = leadsJsonLines(fields).rows([all, lead]).split('\n');
  expect(lines).toHaveLength(3);
  const [first, second] = lines.slice(0, 2).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    'Business Name': 'Harbor Bakery',
    Phone: null,
    'Custom Tag': null,
    Archived: true,
    Plan: '=1+1',
    Staff: -5,
    Open: false,
    Tools: 'Phone; Mail',
  });
  const [headers] = parse(leadsCsv(fields).header(), { bom: true }) as [string[]];
  for (const each of [first, second]) expect(Object.keys(each!)).toEqual(headers);
});
