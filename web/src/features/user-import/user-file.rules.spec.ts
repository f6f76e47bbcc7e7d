import { exampleFile, userRows } from './user-file.rules';

describe('The file of users', () => {
  it.each([
    ['username', ['Username', 'USER', 'Log-in', 'login name', 'User ID']],
    ['email', ['email', 'E-mail address', 'Mail']],
    ['fullName', ['Full name', 'Name', 'display_name']],
    ['role', ['role']],
    ['team', ['Team', 'Team path']],
    ['manages', ['manages', 'Manager of', 'Managed teams', 'Teams managed']],
    ['timeZone', ['Time zone', 'Zone']],
    ['monthlyGoal', ['Monthly goal', 'Goal']],
  ])('has %s below each of its names, whatever their spaces, marks and capitals', (column, names) => {
    const read = (name: string) => userRows(['other', name, 'username'], [{ row: 2, cells: ['', ' x ', ' maria '] }]);
    const values = names.map((name) => read(name)?.[0]?.[column as 'email']);
    expect(values).toEqual(names.map(() => 'x'));
  });

  it('has no value where it has no column or no cell', () => {
    const rows = [
      { row: 2, cells: ['Maria Lopez', 'maria'] },
      { row: 5, cells: ['Sam Weaver'] },
    ];
    const none = { email: '', role: '', team: '', manages: '', timeZone: '', monthlyGoal: '' };
    expect(userRows(['name', 'username'], rows)).toEqual([
      { line: 2, username: 'maria', fullName: 'Maria Lopez', ...none },
      { line: 5, username: '', fullName: 'Sam Weaver', ...none },
    ]);
  });

  it('has no rows without a column of the username', () => {
    expect(userRows(['users', 'email'], [{ row: 2, cells: ['maria', 'maria@example.com'] }])).toBeUndefined();
  });

  it('knows the columns of its own example', () => {
    const [header, ...lines] = exampleFile.split('\r\n').map((line) => line.split(','));
    expect(
      userRows(
        header!,
        lines.map((cells, at) => ({ row: at + 2, cells })),
      ),
    ).toEqual([
      {
        line: 2,
        username: 'maria',
        email: 'maria@example.com',
        fullName: 'Maria Lopez',
        role: 'manager',
        team: 'North America',
        manages: 'North America / West; North America / East',
        timeZone: 'America/Los_Angeles',
        monthlyGoal: '',
      },
      {
        line: 3,
        username: 'sam',
        email: 'sam@example.com',
        fullName: 'Sam Weaver',
        role: 'user',
        team: 'North America / West / California',
        manages: '',
        timeZone: '',
        monthlyGoal: '120',
      },
    ]);
  });
});
