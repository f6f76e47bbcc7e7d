import { EncodingDetector } from '@lead-finder/platform';
import { type ImportMapping, csvFileProblem } from '@lead-finder/contracts';
import { type Batch, cutBatches } from './batches.js';
import { columnsOf } from './columns.rules.js';
import { readHeader } from './header.js';
import { readRecords } from './rows.js';
import { UnreadableFile } from './unreadable-file.js';

interface Reading {
  names: string[];
  rows: Batch['rows'];
  failed: string[];
  encoding: string;
}

async function* chunks(bytes: Uint8Array) {
  yield bytes;
}

async function read(file: string | Uint8Array, mapping?: ImportMapping, hasAssignee = false): Promise<Reading> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const refusal = csvFileProblem(bytes);
  if (refusal) throw new UnreadableFile(refusal);
  const detector = new EncodingDetector();
  detector.push(bytes);
  const encoding = detector.result();
  const layout = await readHeader(chunks(bytes), encoding);
  const columns = columnsOf(layout.headers, { mapping, hasAssignee });
  const reading: Reading = { names: [], rows: [], failed: [], encoding };
  const records = readRecords(chunks(bytes.subarray(layout.start.offset)), layout);
  for await (const batch of cutBatches(records, { headers: layout.headers, columns, hasAssignee })) {
    reading.rows.push(...batch.rows);
    for (const { row, failures } of batch.failed) {
      reading.failed.push(`${row}: ${failures.map(({ message }) => message).join('; ')}`);
    }
  }
  reading.names = reading.rows.map(({ row, name }) => `${row}: ${name}`);
  return reading;
}

const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';
const file = (...lines: string[]) => [header, ...lines].join('\n');
type Cell = 'name' | 'address' | 'state' | 'contact' | 'phone' | 'email' | 'web' | 'user' | 'tag';
const row = (cells: Partial<Record<Cell, string>>) => {
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const { name = 'Acme', address, state, contact, phone, email, web, user = 'bob', tag } = cells;
  return [name, address, state, contact, phone, email, web, user, tag].map(quoted).join(',');
};
const one = async (cells: Parameters<typeof row>[0]) => {
  const { rows, failed } = await read(file(row(cells)));
  return rows[0] ?? failed[0];
};
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
const two = 'Business Name,User\nCafé “Zoë”,bob\nBeta,amy\n';
const twoNames = ['2: Café “Zoë”', '3: Beta'];

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(two), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${two}`), 'utf-8'],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${two}`, 'utf16le'), 'utf-16le'],
    ['UTF-16BE with a byte order mark', utf16be(two), 'utf-16be'],
    ['Windows-1252', Buffer.from(two.replace('“', '\x93').replace('”', '\x94'), 'latin1'), 'windows-1252'],
  ])('%s is read', async (_, bytes, encoding) => {
    const reading = await read(bytes);
    expect(reading).toMatchObject({ encoding, names: twoNames, failed: [] });
  });

  test.each(['little', 'big'])('UTF-16 without a byte order mark is rejected (%s end first)', async (order) => {
    const bytes = Buffer.from(two, 'utf16le');
    const reading = read(order === 'big' ? bytes.swap16() : bytes);
    await expect(reading).rejects.toThrow(/UTF-16 without a byte order mark/);
  });

  it('fails only the broken rows of a UTF-8 file with some bytes of another encoding', async () => {
    const latin1 = Buffer.from('Café,amy', 'latin1');
    const bytes = Buffer.concat([Buffer.from('Business Name,User\nCafé Zoë,bob\n'), latin1, Buffer.from('\nÜber,bob')]);
    const reading = await read(bytes);
    expect(reading.names).toEqual(['2: Café Zoë', '4: Über']);
    expect(reading.failed).toEqual(['3: The row holds characters that cannot be read']);
  });

  it('fails a row with half a UTF-16 character', async () => {
    const reading = await read(Buffer.from('\ufeffBusiness Name,User\nA\ud800,bob\nB,bob', 'utf16le'));
    expect(reading).toMatchObject({ names: ['3: B'], failed: ['2: The row holds characters that cannot be read'] });
  });

  it('fails a row with bytes that no Western encoding has, such as Shift-JIS', async () => {
    const bytes = Buffer.from('Business Name,User\n\x83\x81\x81\x5b,bob', 'latin1');
    expect((await read(bytes)).failed).toEqual(['2: Business Name holds a character that cannot be read']);
  });

  it('preserves a replacement character of a good file', async () => {
    expect((await read('Business Name,User\nA\ufffdB,bob')).names).toEqual(['2: A\ufffdB']);
  });
});

describe('delimiters and line ends', () => {
  test.each([',', ';', '\t', '|'])('%j between cells is read', async (delimiter) => {
    expect((await read(`Business Name${delimiter}User\nA${delimiter}bob`)).names).toEqual(['2: A']);
  });

  it('ignores a delimiter inside a quoted header', async () => {
    expect((await read('"Business Name";"Tag, Tag, Tag";User\nA;x;bob')).names).toEqual(['2: A']);
  });

  it("skips Excel's sep= line, which a spreadsheet does not show", async () => {
    expect((await read('sep=;\r\nBusiness Name;User\r\nA;bob')).names).toEqual(['2: A']);
  });

  it('fails each row that uses another delimiter than the header', async () => {
    const { names, failed } = await read('Business Name,User\nA;bob\nB;amy');
    expect(names).toEqual([]);
    expect(failed).toEqual(['2: User is required', '3: User is required']);
  });

  it('rejects a file with blanks between cells and names the columns that it found', async () => {
    const reading = read('Business Name User\nA bob');
    await expect(reading).rejects.toThrow(/no Business Name column.*found are: Business Name User\./);
  });

  it('reads decimal commas between semicolons', async () => {
    const { rows } = await read('Business Name;User;Lat;Lng\nA;bob;34,746;-92,289');
    expect(rows[0]).toMatchObject({ latitude: 34.746, longitude: -92.289 });
  });

  test.each(['\r\n', '\n', '\r', '\r\r\n'])('%j ends a line', async (end) => {
    expect((await read(two.replaceAll('\n', end))).names).toEqual(twoNames);
  });

  it('reads mixed line ends, and counts blank lines as rows of the sheet but not of the import', async () => {
    const { names } = await read('Business Name,User\r\nA,bob\nB,bob\r\n\r\n,\n  , \nC,bob\rD,bob\n\n\n');
    expect(names).toEqual(['2: A', '3: B', '7: C', '8: D']);
  });

  it('preserves U+2028 inside a cell', async () => {
    expect(await one({ name: 'A\u2028B' })).toMatchObject({ name: 'A\u2028B' });
  });
});

describe('quotes', () => {
  it('reads quoted delimiters, quotes and line breaks in the address', async () => {
    const address = '1 "Main" St, Suite 2\r\nLittle Rock';
    expect(await one({ name: 'A, "B" & Co', address })).toMatchObject({ name: 'A, "B" & Co', address });
  });

  test.each(['Frame 5"x7"', "'single'", '“smart”', 'back\\slash\\', '"A" Team'])('takes %s literally', async (name) => {
    expect((await read(`Business Name,User\n${name},bob\nB,amy`)).names).toEqual([`2: ${name}`, '3: B']);
  });

  it('fails the row of an unclosed quote and reads the good rows after it', async () => {
    const { names, failed } = await read('Business Name,User\nA,bob\n"B,bob\nC,bob\n"D","amy"');
    expect(names).toEqual(['2: A', '4: C', '5: D']);
    expect(failed).toEqual(['3: Line 3: a quote is opened and never closed']);
  });

  it('counts the lines of a broken address as part of the row with the open quote', async () => {
    const { names, failed } = await read('Business Name,Address,User\nA,"1 Main St\nSuite 2,bob\nC,2 Main St,amy');
    expect(names).toEqual(['4: C']);
    expect(failed).toEqual(['2: Lines 2-3: a quote is opened and never closed']);
  });

  it('fails two rows that a quote at the end of a line joins, and names their lines', async () => {
    const { names, failed } = await read('Business Name,User,Custom Tag\nA,bob,"\nB,bob,"\nC,bob,x');
    expect(failed).toEqual(['2: Custom Tag holds a line break; is a quote missing? (lines 2-3)']);
    expect(names).toEqual(['3: C']);
  });

  it('allows a line break in a column that is not imported', async () => {
    const { names } = await read('Business Name,Remarks,User\nA,"one\ntwo",bob\nB,,bob');
    expect(names).toEqual(['2: A', '3: B']);
  });
});

describe('control and invisible characters', () => {
  it('fails a row with a NUL in any column', async () => {
    const { names, failed } = await read('Business Name,Remarks,User\nA,\0,bob\nB,,bob');
    expect(names).toEqual(['3: B']);
    expect(failed).toEqual(['2: The row holds a NUL character']);
  });

  test.each(['A\u001bB', 'A\u0007B', 'A\u007fB'])('fails %j', async (name) => {
    expect(await one({ name })).toBe('2: Business Name holds a character that cannot be read');
  });

  test.each(['\tAcme', '\ufeffAcme\u200b', '\u00a0 Acme  '])('trims %j', async (name) => {
    expect(await one({ name })).toMatchObject({ name: 'Acme' });
  });

  it('preserves a right-to-left override, emoji families, combining marks and naughty strings', async () => {
    const injections = ["'; DROP TABLE", '${7*7}', '<script>', '%00', '{{x}}'];
    for (const name of ['A\u202eB', '👩‍👩‍👧 Café', 'Z̤͔͝a̢lgo', 'İß', ...injections]) {
      expect(await one({ name })).toMatchObject({ name });
    }
  });
});

describe('size and emptiness', () => {
  it('fails a row with a cell of 1 MB and reads the next one', async () => {
    const { names, failed } = await read(file(row({ name: 'x'.repeat(1_000_000) }), row({})));
    expect(names).toEqual(['3: Acme']);
    expect(failed).toEqual(['2: The row is longer than 128 KiB']);
  });

  it('rejects 10,000 columns', async () => {
    const wide = Array.from({ length: 10_000 }, (_, position) => `c${position}`).join(',');
    await expect(read(wide)).rejects.toThrow('The file has 10,000 columns; at most 1,000 can be read');
  });

  it('rejects a line without an end', async () => {
    await expect(read(Buffer.concat([Buffer.from(`${header}\n`), Buffer.alloc(20_000_000, 'x')]))).rejects.toThrow(
      'Line 2 of the file is longer than 16 MiB',
    );
    await expect(read(Buffer.alloc(20_000_000, 'x'))).rejects.toThrow(/too long to be a header/);
  });

  test.each(['', '\ufeff', '\n\r\n\n', ' , ,\n'])('rejects %j as empty', async (text) => {
    await expect(read(text)).rejects.toThrow('The file is empty');
  });

  it('finds no rows under a header alone', async () => {
    expect(await read(`${header}\n\n`)).toMatchObject({ rows: [], failed: [] });
  });
});

describe('header', () => {
  test.each([' business_name ', 'Company', 'BUSINESS\u00a0NAME', '"Business-Name*"'])('finds %j', async (name) => {
    expect((await read(`${name},User\nA,bob`)).names).toEqual(['2: A']);
  });

  it('accepts columns in any order and ignores unknown ones, also those named like properties of an object', async () => {
    const { rows } = await read('User,__proto__,constructor,Tel,Company\nbob,x,y,501-555-1234,A');
    expect(rows[0]).toMatchObject({ user: 'bob', name: 'A', phone: '501-555-1234' });
  });

  test.each([
    ['a missing column', 'Address,User\nx,bob', /no Business Name column. The columns found are: Address, User\./],
    [
      'no User column and no user chosen',
      'Company,Phone\nA,1',
      /no User column and no user was chosen.*Company, Phone\./,
    ],
    ['a column that stands twice', 'Company,Phone,phone,User\nA,1,2,bob', /"Phone" stands more than once/],
    ['data in the place of a header', 'Acme,1 Main St,bob\nBeta,2 Main St,amy', /no Business Name column/],
    ['a title above the header', 'My leads\nBusiness Name,User\nA,bob', /no Business Name column.*My leads/],
  ])('refuses a file with %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('reads a second header as a row that fails', async () => {
    const { failed } = await read(`${header}\n${header}\n`);
    expect(failed).toHaveLength(1);
  });

  it('prefers a mapping to its guess, and lets a mapping leave a column out', async () => {
    const text = 'Company,Brand,Tel,User\nA,B,n/a,bob';
    const { rows } = await read(text, { businessName: 'brand', phone: '' });
    expect(rows[0]).toMatchObject({ name: 'B', phone: null });
    await expect(read(text, { businessName: 'Nope' })).rejects.toThrow(/names the column "Nope" for Business Name/);
  });
});

describe('cells of a row', () => {
  it('reads a list of business licences with one user for all rows', async () => {
    const licences =
      'Classification,Category,Business,Address,City,Zip,ACCOUNT START DATE\n' +
      '"COMPUTER SERVICES, HOME BASED",SERVICES,PC REPAIR PLUS,7909 OAK RD #7,LITTLE ROCK,72209,1/8/07\n' +
      "BAKERY,FOOD - DRINK,MR. LEE'S,PO BOX A,BATESVILLE,,4/22/21\n";
    const { rows } = await read(licences, undefined, true);
    expect(rows.map(({ name, address, user }) => [name, address, user])).toEqual([
      ['PC REPAIR PLUS', '7909 OAK RD #7, LITTLE ROCK, 72209', null],
      ["MR. LEE'S", 'PO BOX A, BATESVILLE', null],
    ]);
  });

  it('reads missing cells as empty and ignores blank surplus cells; other surplus cells fail the row', async () => {
    const { names, failed } = await read('Business Name,User,Phone\nA,bob\nB,bob,,, \nC,bob,,x');
    expect(names).toEqual(['2: A', '3: B']);
    expect(failed).toEqual(['4: The row has 4 cells, the header has 3']);
  });

  test.each([
    [{ name: ' ' }, 'Business Name is required'],
    [{ user: '' }, 'User is required'],
    [{ email: 'a@b' }, 'Email Address is not a valid email address'],
    [{ phone: 'call me' }, 'Phone is not a valid phone number'],
    [{ web: 'javascript:alert(1)' }, 'Website is not a valid http or https address'],
    [{ contact: 'Ann\nLee' }, 'Contact Name holds a line break; is a quote missing? (lines 2-3)'],
    [{ name: 'x'.repeat(501) }, 'Business Name must be at most 500 characters'],
    [{ tag: 'x'.repeat(51) }, 'Custom Tag holds a tag of more than 50 characters'],
    [{ tag: Array.from({ length: 51 }, (_, n) => `t${n}`).join() }, 'Custom Tag holds more than 50 tags'],
  ])('%j fails', async (cells, message) => {
    expect(await one(cells)).toBe(`2: ${message}`);
  });

  it('names all failures of a row and counts the row once', async () => {
    const { failed } = await read(file(row({ name: '', email: 'x', phone: 'y' })));
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatch(/Business Name is required; Phone is .*; Email Address is/);
  });

  test.each([
    ['Texas', 'TX'],
    ['tx', 'TX'],
    [' d.c. ', 'DC'],
    ['XX', 'XX'],
    ['Ontario', 'Ontario'],
  ])('stores State %s as %s', async (state, stored) => {
    expect(await one({ state })).toMatchObject({ state: stored });
  });

  it('completes a website, reads Not provided as empty, and trims the user', async () => {
    const expected = { website: 'https://example.com', user: 'Bob' };
    expect(await one({ web: 'example.com', user: ' Bob ' })).toMatchObject(expected);
    expect(await one({ web: 'Not provided', phone: 'not provided' })).toMatchObject({ website: null, phone: null });
  });

  it('splits tags at commas and drops blanks, duplicates without regard to case, and Imported', async () => {
    expect(await one({ tag: 'a, b ,, A, imported,Imported, ' })).toMatchObject({ tags: ['a', 'b'] });
  });

  it('joins an address of several columns and does not repeat a full one', async () => {
    const { rows } = await read(
      'Business,Street,Address Line 2,City,State,Zip,User\nA,1 Main St,Suite 2,Little Rock,Arkansas,72201,bob\n' +
        'B,"2 Main St, Little Rock, AR 72201",,Little Rock,AR,72201,bob\n' +
        'C,"3 Main St, Little Rock",,Little Rock,AR,72201,bob',
    );
    expect(rows.map(({ address }) => address)).toEqual([
      '1 Main St, Suite 2, Little Rock, AR 72201',
      '2 Main St, Little Rock, AR 72201',
      '3 Main St, Little Rock, AR 72201',
    ]);
  });

  const formulas = ['=cmd|"/c calc"!A0', '+1+1', '-2+3', '@SUM(A1)', '=1', '＝1'];
  test.each(formulas)('preserves the formula %s as text', async (name) => {
    expect(await one({ name })).toMatchObject({ name });
    expect(await one({ name: `'${name}` })).toMatchObject({ name });
  });

  it('fails an invalid coordinate, or one without its counterpart', async () => {
    const { failed } = await read('Name,User,Lat,Lng\nA,bob,91,1\nB,bob,1,\nC,bob,"1,5",-180');
    expect(failed).toEqual([
      '2: Latitude must be a number from -90 to 90',
      '3: Longitude is required where a latitude is given',
    ]);
  });
});

describe('files other than CSV', () => {
  const zipped = [0x50, 0x4b, 3, 4, 20, 0];
  test.each([
    ['xlsx', zipped, /Excel/],
    ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /Excel/],
    ['gzip', [0x1f, 0x8b, 8], /compressed/],
    ['an empty zip', [0x50, 0x4b, 5, 6], /compressed/],
    ['PDF', '%PDF-1.7', /PDF/],
    ['PNG', [0x89, 0x50, 0x4e, 0x47], /picture/],
    ['ELF', [0x7f, 0x45, 0x4c, 0x46], /program/],
    ['a sign-in page', '\n <!DOCTYPE html><html>', /web page/],
    ['JSON', '[{"name":"A"}]', /JSON/],
    ['binary data', [1, 2, 3, 4, 5, 6, 7, 8], /no text/],
  ])('%s is refused with a sentence', async (_, bytes, message) => {
    const reading = read(Buffer.from(bytes as string));
    await expect(reading).rejects.toBeInstanceOf(UnreadableFile);
    await expect(reading).rejects.toThrow(message);
  });
});
