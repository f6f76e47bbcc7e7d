import { columnsError, importFields, matchColumns, normaliseHeader } from './import-columns.js';

const match = (headers: string[], mapping?: Record<string, string | string[]>) =>
  matchColumns(headers, { mapping, hasAssignee: true });

describe('matching the columns of a file', () => {
  it("finds the columns of the page's list in any spelling and order", () => {
    const headers = importFields.map(({ label }) => ` ${label.toUpperCase().replace(' ', '_')}* `).reverse();
    const { columns, unused, problems } = matchColumns(headers, { hasAssignee: false, mode: 'update' });
    expect(problems).toEqual([]);
    expect(unused).toEqual([]);
    for (const [index, { field }] of importFields.entries()) {
      expect(columns[field]).toEqual([headers.length - 1 - index]);
    }
  });

  test.each([
    ['Business', 'businessName'],
    ['Company', 'businessName'],
    ['company_name', 'businessName'],
    ['Contact', 'contactName'],
    ['E-mail', 'email'],
    ['Tel', 'phone'],
    ['phone1', 'phone'],
    ['web', 'website'],
    ['url', 'website'],
    ['Zip', 'zip'],
    ['User (username to assign to)', 'user'],
    ['State (state code)', 'state'],
    ['Custom Tag (comma separated)', 'customTag'],
  ] as const)('%s is %s', (header, field) => {
    expect(match([header]).columns[field]).toEqual([0]);
  });

  it('proposes columns for a list of business licences', () => {
    const headers = ['Classification', 'Category', 'Business', 'Address', 'City', 'Zip', 'ACCOUNT START DATE'];
    expect(match(headers)).toEqual({
      columns: { businessName: [2], address: [3], city: [4], zip: [5] },
      unused: [0, 1, 6],
      problems: [],
    });
  });

  it('takes a plain Name for the business, or for the contact if the business has its own column', () => {
    expect(match(['Name']).columns).toEqual({ businessName: [0] });
    expect(match(['Name', 'Company']).columns).toEqual({ businessName: [1], contactName: [0] });
  });

  it('joins a street in several columns and a name in two', () => {
    const { columns } = match(['Last Name', 'First Name', 'Address Line 2', 'Address Line 1', 'Business']);
    expect(columns).toEqual({ businessName: [4], address: [3, 2], contactName: [1, 0] });
  });

  it('lets the mapping override the guess, join columns and omit a field', () => {
    const headers = ['Business', 'Street', 'Town', 'Tel', 'Hotline'];
    const { columns } = match(headers, { address: ['street', 'Town'], phone: 'Hotline', city: '' });
    expect(columns).toEqual({ businessName: [0], address: [1, 2], phone: [4] });
  });

  it('reports each problem in one sentence and lists the columns found', () => {
    const headers = ['Phone', 'phone ', ''];
    const { problems } = matchColumns(headers, { mapping: { email: 'Mail', fax: 'x' }, hasAssignee: false });
    expect(problems).toHaveLength(5);
    expect(columnsError(headers, problems)).toBe(
      'The mapping names the column "Mail" for Email Address, which the file does not have. ' +
        'The mapping names the field "fax", which an import does not have. ' +
        'The column "Phone" stands more than once in the file. The file has no Business Name column. ' +
        'The file has no User column and no user was chosen to assign all rows to. ' +
        'The columns found are: Phone, phone.',
    );
  });

  it('has only aliases that a normalised header can equal', () => {
    for (const { aliases } of importFields) for (const alias of aliases) expect(normaliseHeader(alias)).toBe(alias);
  });

  it('finds the custom fields by name or key', () => {
    const customFields = [
      { key: 'renewal_date', name: 'Renewal date' },
      { key: 'seats', name: 'Number of seats' },
      { key: 'website2', name: 'Web' },
    ];
    const { columns } = matchColumns(['Name', 'RENEWAL DATE', 'seats', 'web'], { hasAssignee: true, customFields });
    expect(columns).toEqual({
      businessName: [0],
      'customFields.website2': [3],
      'customFields.renewal_date': [1],
      'customFields.seats': [2],
    });
    const mapping = { 'customFields.seats': '', 'customFields.website2': 'web' };
    expect(matchColumns(['Name', 'seats', 'web'], { hasAssignee: true, customFields, mapping }).columns).toEqual({
      businessName: [0],
      'customFields.website2': [2],
    });
    const gone = matchColumns(['Name', 'x'], { hasAssignee: true, mapping: { 'customFields.gone': 'x' } });
    expect(gone.problems).toEqual(['The mapping names the field "customFields.gone", which an import does not have.']);
  });

  it('takes a column by the name of a custom field before an alias of an optional column, never before what finds a lead', () => {
    const customFields = [
      { key: 'town', name: 'Town' },
      { key: 'region', name: 'Region' },
      { key: 'company2', name: 'Company' },
      { key: 'suburb', name: 'Part of the town' },
    ];
    const exported = ['Business Name', 'Address', 'State', 'User', 'Town', 'Region', 'Company', 'Lead UUID'];
    expect(matchColumns(exported, { hasAssignee: false, customFields, mode: 'update' })).toMatchObject({
      columns: {
        businessName: [0],
        address: [1],
        state: [2],
        user: [3],
        'customFields.town': [4],
        'customFields.region': [5],
        'customFields.company2': [6],
        leadUuid: [7],
      },
      unused: [],
      problems: [],
    });
    expect(matchColumns(['Company', 'Owner', 'Region', 'Suburb'], { hasAssignee: true, customFields }).columns).toEqual(
      {
        businessName: [0],
        contactName: [1],
        'customFields.region': [2],
        city: [3],
      },
    );
  });

  it('takes a column by the name of a custom field before any alias, if the file names its leads', () => {
    const customFields = [
      { key: 'customer2', name: 'Customer?' },
      { key: 'rep2', name: 'Rep' },
    ];
    const headers = ['Lead UUID', 'Customer?', 'Rep'];
    const custom = { 'customFields.customer2': [1], 'customFields.rep2': [2] };
    const matched = { hasAssignee: false, customFields };
    expect(matchColumns(headers, { ...matched, mode: 'overwrite' })).toEqual({
      columns: { leadUuid: [0], ...custom },
      unused: [],
      problems: [],
    });
    const both = [...headers, 'Business Name', 'User'];
    const all = { ...custom, businessName: [3], user: [4] };
    expect(matchColumns(both, { ...matched, mode: 'fill' }).columns).toEqual({ leadUuid: [0], ...all });
    expect(matchColumns(headers, matched).columns).toEqual({ businessName: [1], user: [2] });
  });

  it('needs neither a name nor a user if the rows of a file that may change leads name them', () => {
    const headers = ['Lead UUID', 'Email'];
    expect(matchColumns(headers, { hasAssignee: false, mode: 'fill' })).toMatchObject({
      columns: { leadUuid: [0], email: [1] },
      problems: [],
    });
    expect(matchColumns(headers, { hasAssignee: false }).problems).toHaveLength(2);
    expect(matchColumns(headers, { hasAssignee: false }).columns.leadUuid).toBeUndefined();
  });
});
