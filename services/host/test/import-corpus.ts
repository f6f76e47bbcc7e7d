/** The result of importing the file. `stored` are the names of the leads in the order of their rows. */
export type Outcome =
  /** 400 with this message: the import writes no lead, and the history shows it as failed. */
  | { refused: RegExp }
  /** 200; each of `failed` is 'row: message'. */
  | { stored: string[]; failed?: string[] };

export type Case = [name: string, file: string | Buffer, outcome: Outcome];

const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';
const lines = (...rows: string[]) => [header, ...rows].join('\n');
type Cell = 'name' | 'address' | 'state' | 'contact' | 'phone' | 'email' | 'web' | 'user' | 'tag';
const row = ({
  name = 'A',
  address,
  state,
  contact,
  phone,
  email,
  web,
  user = 'sam',
  tag,
}: Partial<Record<Cell, string>> = {}) =>
  [name, address, state, contact, phone, email, web, user, tag]
    .map((text = '') => `"${text.replaceAll('"', '""')}"`)
    .join(',');
/** A file with this row and a valid row after it. */
const cells = (given: Partial<Record<Cell, string>>) => lines(row(given), row({ name: 'Good' }));
const fails = (message: string): Outcome => ({ stored: ['Good'], failed: [`2: ${message}`] });
const passes = (name = 'A'): Outcome => ({ stored: [name, 'Good'] });

const two = 'Business Name,User\nCafé “Zoë” €,sam\nBeta,alex\n';
const both: Outcome = { stored: ['Café “Zoë” €', 'Beta'] };
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const cp1252 = latin1(two.replace('“', '\x93').replace('”', '\x94').replace('€', '\x80'));
const unreadable = 'The row holds characters that cannot be read';
const noText = /^The file is not a CSV file: it holds no text$/;
const empty = { refused: /^The file is empty$/ };
const noRows = { refused: /^The file has no data rows$/ };
const noName = (found: string) => ({ refused: new RegExp(`no Business Name column.*The columns found are: ${found}`) });
const looksLike = (kind: string) => ({ refused: new RegExp(`^The file is not a CSV file: it looks like ${kind}`) });
const notOpened = 'Business Name holds a line break; is a quote missing? (lines 2-3)';

/** Small files that the spec creates itself. */
export const corpus: Record<string, Case[]> = {
  Encoding: [
    ['UTF-8', two, both],
    ['UTF-8 with its mark', `\ufeff${two}`, both],
    ['UTF-16, little end first', utf16(`\ufeff${two}`), both],
    ['UTF-16, big end first', utf16(`\ufeff${two}`).swap16(), both],
    ['UTF-16 without its mark', utf16(two), { refused: /UTF-16 without a byte order mark/ }],
    ['Windows-1252', cp1252, both],
    ['Latin-1', latin1('Business Name,User\nCafé,sam'), { stored: ['Café'] }],
    [
      'Shift-JIS',
      Buffer.concat([latin1('Business Name,User\n\x83\x81\x81\x5b,sam\nGood,sam')]),
      { stored: ['Good'], failed: ['2: Business Name holds a character that cannot be read'] },
    ],
    [
      'an overlong character in UTF-8',
      Buffer.concat([Buffer.from('Business Name,User\nÄÖÜ,sam\nB'), latin1('\xc0\xaf,sam\n')]),
      { stored: ['ÄÖÜ'], failed: [`3: ${unreadable}`] },
    ],
    [
      'a character cut off at the end',
      Buffer.concat([Buffer.from('Business Name,User\nÄÖÜ,sam\nB,sam'), latin1('\xe2\x82')]),
      { stored: ['ÄÖÜ'], failed: [`3: ${unreadable}`] },
    ],
    [
      'half a UTF-16 character',
      utf16('\ufeffBusiness Name,User\nA\ud800,sam\nB,sam'),
      { stored: ['B'], failed: [`2: ${unreadable}`] },
    ],
    [
      'two encodings in one file',
      Buffer.concat([Buffer.from('Business Name,User\nÄÖÜ,sam\n'), latin1('Café,sam\n'), Buffer.from('Über,sam')]),
      { stored: ['ÄÖÜ', 'Über'], failed: [`3: ${unreadable}`] },
    ],
  ],
  Delimiter: [
    ...[',', ';', '\t', '|'].map((at): Case => [
      JSON.stringify(at),
      `Business Name${at}User\nA${at}sam`,
      { stored: ['A'] },
    ]),
    [
      'commas in the header, semicolons in the rows',
      'Business Name,User\nA;sam\nB;sam',
      { stored: [], failed: ['2: User is required', '3: User is required'] },
    ],
    ['blanks', 'Business Name User\nA sam', noName('Business Name User')],
    ['decimal commas', 'Business Name;User;Lat;Lng\nA;sam;34,746;-92,289', { stored: ['A'] }],
    ["Excel's sep= line", 'sep=;\r\nBusiness Name;User\r\nA;sam', { stored: ['A'] }],
  ],
  'Line ends': [
    ...['\r\n', '\n', '\r', '\r\r\n'].map((end): Case => [JSON.stringify(end), two.replaceAll('\n', end), both]),
    ['mixed', 'Business Name,User\r\nA,sam\nB,sam\rC,sam', { stored: ['A', 'B', 'C'] }],
    ['none at the end', 'Business Name,User\nA,sam', { stored: ['A'] }],
    ['many at the end', 'Business Name,User\nA,sam\n\n\r\n\n', { stored: ['A'] }],
    ['blank lines', 'Business Name,User\n\nA,sam\n , \n\nB,\n', { stored: ['A'], failed: ['6: User is required'] }],
    ['U+2028 inside a cell', cells({ name: 'A\u2028B' }), passes('A\u2028B')],
  ],
  Quotes: [
    [
      'commas, quotes and line breaks inside',
      cells({ name: 'A, "B" & Co', address: '1 "Main" St,\r\nAustin' }),
      passes('A, "B" & Co'),
    ],
    ['inches', 'Business Name,User\nFrame 5"x7",sam', { stored: ['Frame 5"x7"'] }],
    [
      'one never closed',
      'Business Name,User\nA,sam\n"B,sam\nC,sam\n',
      { stored: ['A', 'C'], failed: ['3: Line 3: a quote is opened and never closed'] },
    ],
    [
      'one opened at the end of a line',
      'User,Business Name\nsam,"\nsam,"\nsam,C',
      { stored: ['C'], failed: [`2: ${notOpened}`] },
    ],
    ['single, smart and backslashes', cells({ name: "'A' “B” \\C\\" }), passes("'A' “B” \\C\\")],
  ],
  Control: [
    ['NUL', cells({ name: 'A\0B' }), fails('The row holds a NUL character')],
    ['a tab', cells({ name: '\tA\tB\t' }), passes('A B')],
    ...['\u001b', '\u0007', '\u007f', '\u0085'].map((at): Case => [
      JSON.stringify(at),
      cells({ name: `A${at}B` }),
      fails('Business Name holds a character that cannot be read'),
    ]),
    ['zero width and marks around a cell', cells({ name: '\ufeff\u200bA\u2060' }), passes()],
    ['from right to left', cells({ name: 'A\u202eB' }), passes('A\u202eB')],
  ],
  Size: [
    ['a cell of 1 MB', cells({ name: 'x'.repeat(1_000_000) }), fails('The row is longer than 128 KiB')],
    [
      'a name of 501 characters',
      cells({ name: 'x'.repeat(501) }),
      fails('Business Name must be at most 500 characters'),
    ],
    [
      '10,000 columns',
      Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(),
      { refused: /has 10,000 columns; at most 1,000/ },
    ],
    [
      'a line of 20 MB',
      `Business Name,User\n${'x'.repeat(20_000_000)}`,
      { refused: /^Line 2 of the file is longer than 16 MiB/ },
    ],
    ['a header of 20 MB', 'x'.repeat(20_000_000), { refused: /too long to be a header/ }],
    [
      'more rows than are allowed',
      lines(...Array.from({ length: 4_000 }, () => row())),
      { refused: /^The file has more than 2,000 rows/ },
    ],
  ],
  Emptiness: [
    ['no byte', '', empty],
    ['a byte order mark', '\ufeff', empty],
    ['blank lines', '\n\r\n \n', empty],
    ['a header', `${header}\r\n`, noRows],
    ['a header and blank cells', `${header}\n,,,,,,,,\n\n`, noRows],
  ],
  Header: [
    ['without the name', 'Address,User\nx,sam', noName('Address, User')],
    ['without a user', 'Company,Phone\nA,1', { refused: /no User column and no user was chosen.*Company, Phone/ }],
    ['with a column twice', 'Company,Phone,phone,User\nA,1,2,sam', { refused: /"Phone" stands more than once/ }],
    ['in another order and spelling', ' E-mail Address ,USER*,"Business_Name"\na@b.co,sam,A', { stored: ['A'] }],
    ['with a no-break space', 'Business\u00a0Name,User\nA,sam', { stored: ['A'] }],
    ['with a NUL in a name', 'Ti\0tle,User\nA,sam', noName('Ti\ufffdtle, User')],
    ['with unknown columns', 'Business Name,__proto__,constructor,User\nA,x,y,sam', { stored: ['A'] }],
    ['that is data', 'Acme,1 Main St,sam\nBeta,2 Main St,alex', noName('Acme')],
    [
      'that stands twice',
      `${header}\n${row()}\n${header}`,
      {
        stored: ['A'],
        failed: [
          "3: Phone is not a valid phone number; Email Address is not a valid email address; Website is not a valid http or https address; Unknown user 'User'",
        ],
      },
    ],
    ['below a title', `My leads\n${header}\n${row()}`, noName('My leads')],
  ],
  Rows: [
    ['too short', 'Business Name,User,Phone\nA,sam', { stored: ['A'] }],
    ['too long, blank', 'Business Name,User\nA,sam,, ', { stored: ['A'] }],
    [
      'too long',
      'Business Name,User\nA,sam,x\nGood,sam',
      { stored: ['Good'], failed: ['2: The row has 3 cells, the header has 2'] },
    ],
    ['without a name', cells({ name: ' ' }), fails('Business Name is required')],
    ['without an address', cells({}), passes()],
    ['with an unknown state', cells({ state: 'Bavaria' }), passes()],
    ['with a bad e-mail', cells({ email: 'a@b' }), fails('Email Address is not a valid email address')],
    ['with letters for a phone', cells({ phone: 'call me' }), fails('Phone is not a valid phone number')],
    [
      'with a script for a website',
      cells({ web: 'javascript:alert(1)' }),
      fails('Website is not a valid http or https address'),
    ],
    ['with a website without a scheme', cells({ web: 'example.com' }), passes()],
    ['for an unknown user', cells({ user: 'unknown' }), fails("Unknown user 'unknown'")],
    ['for an inactive user', cells({ user: 'ivy' }), fails('User ivy is inactive')],
    ['without a user', cells({ user: ' ' }), fails('User is required')],
    ['for a name in another case, with blanks', cells({ user: ' SAM ' }), passes()],
    ['for an e-mail address', cells({ user: 'sam@example.com' }), fails("Unknown user 'sam@example.com'")],
    ['with odd tags', cells({ tag: 'a, A, ,Imported, ' }), passes()],
    ['with a long tag', cells({ tag: 'x'.repeat(51) }), fails('Custom Tag holds a tag of more than 50 characters')],
  ],
  Duplicates: [
    [
      'the same row twice',
      lines(row(), row()),
      { stored: ['A'], failed: ['3: already assigned to sam (same business as row 2)'] },
    ],
    ['the same business for another user', lines(row(), row({ user: 'alex' })), { stored: ['A', 'A'] }],
    [
      'the same name elsewhere',
      lines(row({ address: '1 Main St' }), row({ address: '2 Main St' })),
      { stored: ['A', 'A'] },
    ],
  ],
  'Texts that mean something elsewhere': [
    '=cmd|"/c calc"!A0',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '＝1',
    "O'Brien",
    "'; DROP TABLE leads; --",
    '${7*7}',
    '<script>alert(1)</script>',
    '"><img onerror=x>',
    '%00',
    '{{x}}',
    '__proto__',
    'null',
    'undefined',
    'NaN',
    '0',
    '👩‍👩‍👧 Café',
    'Z̤͔͝a̢lgo',
    'İß',
    'שלום',
    '../../etc/passwd',
  ].map((name): Case => [name, cells({ name }), passes(name)]),
  'No CSV': [
    ['a workbook', 'PK\x03\x04\x14\0', looksLike('an Excel workbook')],
    ['an old workbook', latin1('\xd0\xcf\x11\xe0\xa1'), looksLike('an Excel workbook')],
    ['a gzip file', latin1('\x1f\x8b\x08'), looksLike('a compressed archive')],
    ['an empty zip', 'PK\x05\x06', looksLike('a compressed archive')],
    ['a PDF document', '%PDF-1.7', looksLike('a PDF document')],
    ['a picture', latin1('\x89PNG\r\n'), looksLike('a picture')],
    ['a program', '\x7fELF', looksLike('a program')],
    ['a sign-in page', '\n<!DOCTYPE html><html>', looksLike('a web page')],
    ['JSON', '[{"name": "A"}]', looksLike('a JSON document')],
    ['binary data', Buffer.from(Array.from({ length: 200 }, (_, at) => (at * 7) % 29)), { refused: noText }],
  ],
};
