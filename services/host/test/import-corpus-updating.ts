import type { ImportMode } from '@lead-finder/contracts';

/** Leads of the file: `kept` and `other` are of sam and alex, `gone` is deleted. */
export interface KnownLeads {
  kept: string;
  other: string;
  gone: string;
}

export interface UpdatingCase {
  name: string;
  mode?: ImportMode;
  file: (uuids: KnownLeads) => string | Buffer;
  updated?: number;
  unchanged?: number;
  /** Each is 'row: message'. */
  failed?: string[];
  /** The e-mail addresses of the two leads afterwards; by default those of before. */
  emails?: Partial<Record<'kept' | 'other', string>>;
}

const unknown = 'aaaaaaaa-0000-4000-8000-000000000000';
const lines = (...rows: string[]) => rows.join('\n');

/** Files that are imported in the mode `update`, unless a case says otherwise. */
export const updatingCorpus: UpdatingCase[] = [
  {
    name: 'a uuid twice',
    file: ({ kept }) => lines('Lead UUID,Email', `${kept},one@example.com`, `${kept},two@example.com`),
    updated: 1,
    failed: ['3: same lead as row 2'],
    emails: { kept: 'one@example.com' },
  },
  {
    name: 'a uuid and the business of the same lead',
    file: ({ kept }) =>
      lines('Lead UUID,Business Name,User,Email', `${kept},,,one@example.com`, `,Kept Shop,sam,two@example.com`),
    updated: 1,
    failed: ['3: same lead as row 2'],
    emails: { kept: 'one@example.com' },
  },
  {
    name: "the uuid of another person's lead, which stays with that person",
    file: ({ other }) => lines('Lead UUID,User,Email', `${other},sam,one@example.com`),
    updated: 1,
    emails: { other: 'one@example.com' },
  },
  {
    name: 'the uuid of a deleted lead',
    file: ({ gone, kept }) => lines('Lead UUID,Email', `${gone},one@example.com`, `${kept},two@example.com`),
    updated: 1,
    failed: ['2: The lead with this uuid is deleted'],
    emails: { kept: 'two@example.com' },
  },
  {
    name: 'a uuid that no lead has',
    file: () => lines('Lead UUID,Email', `${unknown},one@example.com`),
    failed: ['2: No lead has this uuid'],
  },
  {
    name: 'a uuid that no lead has, where other rows may create leads',
    mode: 'overwrite',
    file: () => lines('Lead UUID,Business Name,User,Email', `${unknown},Made Up,sam,one@example.com`),
    failed: ['2: No lead has this uuid'],
  },
  {
    name: 'what is no uuid',
    file: ({ kept }) => lines('Lead UUID,Email', `${kept.slice(1)},one@example.com`, '42,two@example.com'),
    failed: ['2: Lead UUID is not the uuid of a lead', '3: Lead UUID is not the uuid of a lead'],
  },
  {
    name: 'a uuid in capitals with blanks around it',
    file: ({ kept }) => lines('Lead UUID,Email', ` ${kept.toUpperCase()} ,one@example.com`),
    updated: 1,
    emails: { kept: 'one@example.com' },
  },
  {
    name: 'the name of another business',
    file: ({ kept }) => lines('Lead UUID,Business Name,Email', `${kept},Other Shop,one@example.com`),
    failed: ['2: The lead with this uuid is of another business: Kept Shop'],
  },
  {
    name: 'rows without a lead',
    file: () => lines('Business Name,User,Email', 'Kept Shop,alex,one@example.com', 'Made Up,sam,two@example.com'),
    failed: ['2: No lead found for this row', '3: No lead found for this row'],
  },
  {
    name: 'rows without a uuid, a name or a user',
    file: ({ kept }) =>
      lines('Lead UUID,Business Name,User,Email', ',,sam,one@example.com', ',Kept Shop,,two@example.com', `${kept},,,`),
    unchanged: 1,
    failed: ['2: Business Name is required', '3: User is required'],
  },
  {
    name: 'cells with only blanks, which clear nothing',
    file: ({ kept, other }) => lines('Lead UUID,Email,Phone,Seats', `${kept}, ,\t,  `, `${other},\u00a0,,`),
    unchanged: 2,
  },
  {
    name: 'bad values, each named with its field',
    file: ({ kept, other }) =>
      lines(
        'Lead UUID,Email,Phone,Seats,Renewal,Size',
        `${kept},nowhere,call me,many,2026-13-01,Huge`,
        `${other},one@example.com,,3,2026-03-04,small`,
      ),
    updated: 1,
    failed: [
      "2: Phone is not a valid phone number; Email Address is not a valid email address; Seats must be a number; Renewal must be a date as YYYY-MM-DD, from 1900 to 2200; Size has no option 'Huge'",
    ],
    emails: { other: 'one@example.com' },
  },
  {
    name: 'a date that can be two days',
    file: ({ kept }) => lines('Lead UUID,Renewal', `${kept},3/4/2026`),
    failed: ['2: Renewal could be two dates. Please write YYYY-MM-DD'],
  },
  {
    name: 'more tags than a lead may have',
    file: ({ kept }) =>
      lines('Lead UUID,Custom Tag', `${kept},"${Array.from({ length: 49 }, (_, at) => `t${at}`).join()}"`),
    failed: ['2: The lead would have more than 50 tags'],
  },
  {
    name: 'a row that is too long',
    file: ({ kept, other }) => lines('Lead UUID,Email', `${kept},one@example.com,x`, `${other},two@example.com,, `),
    updated: 1,
    failed: ['2: The row has 3 cells, the header has 2'],
    emails: { other: 'two@example.com' },
  },
  {
    name: 'an open quote',
    file: ({ kept, other }) => lines('Lead UUID,Email', `${kept},"one@example.com`, `${other},two@example.com`),
    updated: 1,
    failed: ['2: Line 2: a quote is opened and never closed'],
    emails: { other: 'two@example.com' },
  },
  {
    name: 'a byte order mark and semicolons',
    file: ({ kept }) => `\ufeffLead UUID;Email;Seats\r\n${kept};one@example.com;1234\r\n`,
    updated: 1,
    emails: { kept: 'one@example.com' },
  },
  {
    name: 'UTF-16',
    file: ({ kept }) => Buffer.from(`\ufeffLead UUID\tEmail\r\n${kept}\tone@example.com\r\n`, 'utf16le'),
    updated: 1,
    emails: { kept: 'one@example.com' },
  },
];

/** Files that are refused whole: no lead changes. */
export const refusedUpdates: [name: string, file: (uuids: KnownLeads) => string, message: RegExp][] = [
  [
    'a column twice',
    ({ kept }) => lines('Lead UUID,Email,email', `${kept},one@example.com,two@example.com`),
    /The column "Email" stands more than once in the file/,
  ],
  [
    'the column of the uuid twice',
    ({ kept }) => lines('Lead UUID,lead uuid,Email', `${kept},${kept},one@example.com`),
    /The column "Lead UUID" stands more than once in the file/,
  ],
  [
    'the column of a custom field twice',
    ({ kept }) => lines('Lead UUID,Seats,SEATS', `${kept},1,2`),
    /The column "Seats" stands more than once in the file/,
  ],
  [
    'nothing that finds a lead',
    () => lines('Email,Seats', 'one@example.com,1'),
    /The file has no Business Name column.*The columns found are: Email, Seats/,
  ],
  ['a header alone', () => 'Lead UUID,Email\n', /^The file has no data rows$/],
];
