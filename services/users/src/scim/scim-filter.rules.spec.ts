import { filterCondition } from './scim-filter.rules.js';

const columns = {
  username: 'lower(user_name) = lower(?)',
  id: 'a = ? or b = ?',
  'emails.value': 'email = ?',
  'emails.type': '',
};
const of = (expression?: string) => filterCondition(expression, columns, 2);

describe('a filter', () => {
  it('is a condition whose values are parameters', () => {
    expect(of('userName eq "Kim"')).toEqual({ sql: 'lower(user_name) = lower($2)', values: ['Kim'] });
    expect(of('ID EQ 5')).toEqual({ sql: 'a = $2 or b = $2', values: ['5'] });
    expect(of('userName eq "x\' or 1=1 --"').values).toEqual(["x' or 1=1 --"]);
  });

  it('joins its comparisons by and, and ignores those without a column', () => {
    expect(of('userName eq "Kim" and emails[type eq "work"].value eq "kim@example.com"')).toEqual({
      sql: 'lower(user_name) = lower($2) and email = $3',
      values: ['Kim', 'kim@example.com'],
    });
    expect(of('emails.type eq "work"')).toEqual({ sql: 'true', values: [] });
  });

  it('takes attributes with the name of their schema', () => {
    expect(of('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "Kim"').values).toEqual(['Kim']);
  });

  it('without an expression fits all', () => expect(of()).toEqual({ sql: 'true', values: [] }));

  it('says what it compares, and has at most 500 characters', () => {
    const refused = (message: string) => expect.objectContaining({ scimType: 'invalidFilter', status: 400, message });
    const both = 'id eq "1" and userName eq "kim" and emails.value eq "a" and emails.type eq "work"';
    expect(of(both).values).toEqual(['1', 'kim', 'a']);
    expect(() => of('title eq "Boss"')).toThrow(
      refused('A filter compares username, id, emails.value, emails.type by eq, joined by and'),
    );
    expect(() => of('userName eq "a" or userName eq "b"')).toThrow(refused('A filter joins its comparisons by and'));
    expect(of(`userName eq "${'a'.repeat(486)}"`).values).toHaveLength(1);
    expect(() => of(`userName eq "${'a'.repeat(487)}"`)).toThrow(refused('A filter has at most 500 characters'));
  });

  it.each([
    'userName ne "Kim"',
    'userName pr',
    'not (userName eq "Kim")',
    'userName eq "a" or userName eq "b"',
    'title eq "Boss"',
    'userName eq "a" and userName eq "b"',
    'userName eq',
    'constructor eq "x"',
    `userName eq "${'a'.repeat(500)}"`,
    'id eq "1" and emails.value eq "2" and username eq "3" and title eq "4"',
  ])('refuses %s', (expression) => {
    expect(() => of(expression)).toThrow(expect.objectContaining({ scimType: 'invalidFilter', status: 400 }) as Error);
  });
});
