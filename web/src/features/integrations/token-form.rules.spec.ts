import { dayAfter, endOf, ownForm, serviceForm, teamChoices } from './token-form.rules';

const form = { name: 'Script', scopes: ['leads:read'], days: '90' };

describe('the form of a token', () => {
  it('takes addresses in lines, or with commas', () => {
    expect(ownForm.parse({ ...form, networks: '203.0.113.0/24\n\n 2001:db8::/32, 198.51.100.7' })).toEqual({
      ...form,
      days: 90,
      networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
    });
    expect(ownForm.parse({ ...form, networks: ' ' }).networks).toEqual([]);
  });

  it('names the line that is wrong', () => {
    const wrong = ownForm.safeParse({ ...form, networks: '203.0.113.0/24\noffice' });
    expect(wrong.error?.issues).toMatchObject([
      { path: ['networks'], message: 'office: Must be an address, or a range such as 203.0.113.0/24' },
    ]);
    const many = ownForm.safeParse({ ...form, networks: '203.0.113.1 '.repeat(21) });
    expect(many.error?.issues[0]?.message).toBe('At most 20 addresses and ranges');
  });

  it('of a service leaves out the team of an administrator', () => {
    const service = { ...form, networks: '', teamId: 4 };
    expect(serviceForm.parse({ ...service, role: 'admin' }).teamId).toBeNull();
    expect(serviceForm.parse({ ...service, role: 'manager' }).teamId).toBe(4);
  });
});

it('the choice of a team has the names of the teams above', () => {
  const teams = [
    { id: 2, name: 'West', parentId: 1 },
    { id: 1, name: 'North', parentId: null },
  ];
  expect(teamChoices(teams)).toEqual([
    { value: 1, label: 'North' },
    { value: 2, label: 'North › West' },
  ]);
});

it('a token is near its end in its last seven days', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  const at = (ms: number) => endOf(new Date(now + ms).toISOString(), now);
  expect([at(0), at(1), at(7 * 86_400_000 - 1), at(7 * 86_400_000)]).toEqual(['expired', 'soon', 'soon', 'later']);
  expect(dayAfter(90, 0)).toBe(90 * 86_400_000);
});
