import type { Case } from './import-corpus.js';

const lines = (...objects: (object | string)[]) =>
  objects.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
const good = { 'Business Name': 'Good', User: 'sam' };
const notPlain = 'must be a text, a number, true, false or null, not';
const fails = (line: object | string, message: string): Case[1 | 2][] => [
  lines(line, good),
  { stored: ['Good'], failed: [`1: ${message}`] },
];
const row = (name: string, line: object | string, message: string) => [name, ...fails(line, message)] as Case;
const noObject = { refused: /^The first MiB of the file has no JSON object with keys/ };
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** NDJSON files that the spec makes itself. */
export const jsonLinesCorpus: Case[] = [
  [
    'with different keys in each line',
    lines(
      { name: 'A', user: 'sam', phone: 5_550_101_234 },
      { user: 'sam', email: 'b@example.com', name: 'B' },
      { name: 'C', user: 'alex', lat: 34.746, lng: -92.289, tags: null },
    ),
    { stored: ['A', 'B', 'C'] },
  ],
  ['with a byte order mark, CR LF and blank lines', `\ufeff\r\n${lines(good)}\r\n\r\n`, { stored: ['Good'] }],
  ['in UTF-16', utf16(`\ufeff${lines({ ...good, 'Business Name': 'Café' })}`), { stored: ['Café'] }],
  ['in UTF-16 without its mark', utf16(lines(good)), { refused: /UTF-16 without a byte order mark.*"UTF-8"/ }],
  [
    'with line breaks and quotes in a text',
    lines({ ...good, 'Business Name': 'A "B"', Address: '1 Main St,\nAustin' }),
    { stored: ['A "B"'] },
  ],
  [
    'with formulas',
    lines({ ...good, 'Business Name': '=1+1' }, { ...good, 'Business Name': "'=2" }),
    { stored: ['=1+1', "'=2"] },
  ],
  row('with a line that is cut off', '{"Business Name":"A","User":"sa', 'The line is not JSON'),
  row('with single quotes', "{'Business Name':'A','User':'sam'}", 'The line is not JSON'),
  row('with a comma behind each line', `${JSON.stringify(good)},`, 'The line is not JSON'),
  row('with two objects in a line', JSON.stringify(good).repeat(2), 'The line is not JSON'),
  [
    'with a list in a line',
    lines(good, '["A","sam"]'),
    { stored: ['Good'], failed: ['2: The line is not a JSON object'] },
  ],
  row('with a text in a line', '"A"', 'The line is not a JSON object'),
  row('with a list for a value', { ...good, Tags: ['a', 'b'] }, `"Tags" ${notPlain} a list`),
  row('with an object for a value', { ...good, User: { name: 'sam' } }, `"User" ${notPlain} an object`),
  row(
    'with too large a number',
    '{"Business Name":"A","User":"sam","Phone":123456789012345678901}',
    '"Phone" is a number with more digits than can be read. Please write it as a text',
  ),
  row('with a NUL', { ...good, 'Business Name': 'A\0B' }, '"Business Name" holds a NUL character'),
  row(
    'with half a character',
    '{"Business Name":"\\ud800","User":"sam"}',
    '"Business Name" holds characters that cannot be read',
  ),
  row(
    'with an escape character',
    { ...good, 'Business Name': 'A\u001bB' },
    'Business Name holds a character that cannot be read',
  ),
  row('with a value of 1 MB', { ...good, Remarks: 'x'.repeat(1_000_000) }, 'The row is longer than 128 KiB'),
  row('without a name', { 'Business Name': null, User: 'sam' }, 'Business Name is required'),
  row('with a bad phone', { ...good, Phone: true }, 'Phone is not a valid phone number'),
  [
    'with keys like those of every object',
    lines({ ...good, constructor: 'x', hasOwnProperty: 1 }, '{"__proto__":"x","Business Name":"B","User":"sam"}'),
    { stored: ['Good', 'B'] },
  ],
  ['without a byte', '', { refused: /^The file is empty$/ }],
  ['of blank lines', '\n \n', { refused: /^The file is empty$/ }],
  ['of empty objects', '{}\n{}', noObject],
  ['with values in no line', lines({ 'Business Name': null, User: '' }), { refused: /^The file has no data rows$/ }],
  ['that is CSV', 'Business Name,User\nA,sam', noObject],
  ['that is one object in many lines', JSON.stringify(good, null, 2), noObject],
  [
    'that is a JSON list',
    JSON.stringify([good]),
    { refused: /^The file is not an NDJSON file: it looks like a JSON list/ },
  ],
  [
    'that is a workbook',
    Buffer.from('PK\x03\x04 and more'),
    { refused: /^The file is not an NDJSON file: it looks like an Excel/ },
  ],
  [
    'that is a web page',
    '<!doctype html><html>',
    { refused: /^The file is not an NDJSON file: it looks like a web page$/ },
  ],
  [
    'without the name',
    lines({ User: 'sam', Phone: 1 }),
    { refused: /no Business Name column.*The columns found are: User, Phone/ },
  ],
  [
    'with a key in two spellings',
    lines({ ...good, Phone: '1' }, { ...good, phone: '2' }),
    { refused: /"Phone" stands more than once/ },
  ],
  [
    'with 1,001 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, at]))),
    { refused: /has 1,001 columns; at most 1,000/ },
  ],
  [
    'with a line of 20 MB',
    `${lines(good)}\n${'x'.repeat(20_000_000)}`,
    { refused: /^Line 2 of the file is longer than 16 MiB/ },
  ],
  [
    'with more rows than are allowed',
    lines(...Array.from({ length: 4_000 }, () => good)),
    { refused: /^The file has more than 2,000 rows/ },
  ],
];
