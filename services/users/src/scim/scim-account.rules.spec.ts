import { checkDomain, isRenamed, shown, wantedOf, type Row } from './scim-account.rules.js';

const row: Row = {
  id: 5,
  username: 'kim',
  userName: 'kim@example.com',
  externalId: null,
  givenName: 'Kim',
  familyName: 'Lee',
  fullName: 'Kim Lee',
  email: 'kim@example.com',
  active: true,
  providerActive: true,
  isRemoved: false,
  created: new Date(0),
  lastModified: new Date(1),
};
const sent = { userName: 'kim@example.com', emails: [{ value: 'kim@example.com' }] };

describe('what a provider wants of an account', () => {
  it.each([
    ['the display name', { displayName: ' Kim L. ', name: { formatted: 'K', givenName: 'G' } }, 'Kim L.'],
    ['else the formatted name', { displayName: ' ', name: { formatted: 'Kim A. Lee', givenName: 'G' } }, 'Kim A. Lee'],
    ['else its parts', { name: { givenName: 'Kim', familyName: 'Lee' } }, 'Kim Lee'],
    ['else one part', { name: { familyName: 'Lee' } }, 'Lee'],
    ['else the userName', {}, 'kim@example.com'],
    ['the userName for a short one', { displayName: 'K' }, 'kim@example.com'],
    ['no character that a database refuses', { displayName: 'K\0im' }, 'Kim'],
    ['no line break', { displayName: 'Kim\nFields' }, 'Kim Fields'],
  ])('has as its name %s', (_, user, fullName) => expect(wantedOf({ ...sent, ...user })).toMatchObject({ fullName }));

  it('keeps the name of the account, unless the provider sends another one or other parts', () => {
    expect(wantedOf(sent, { ...row, givenName: null, familyName: null, fullName: 'Kim L.' }).fullName).toBe('Kim L.');
    const same = { givenName: 'Kim', familyName: 'Lee' };
    expect(wantedOf({ ...sent, name: same }, { ...row, fullName: 'Kim L.' }).fullName).toBe('Kim L.');
    expect(wantedOf({ ...sent, name: { ...same, familyName: 'Fox' } }, row).fullName).toBe('Kim Fox');
    expect(wantedOf({ ...sent, name: { ...same, givenName: 'Jo' } }, row).fullName).toBe('Jo Lee');
    expect(wantedOf({ ...sent, displayName: 'Jo' }, row).fullName).toBe('Jo');
  });

  it.each([
    [
      'the primary one',
      [
        { value: 'a@example.com', type: 'work' },
        { value: 'b@example.com', primary: true },
      ],
      'b@example.com',
    ],
    ['else that of work', [{ value: 'a@example.com' }, { value: 'b@example.com', type: 'work' }], 'b@example.com'],
    ['else the first', [{ value: 'a@example.com' }, { value: 'b@example.com' }], 'a@example.com'],
    ['else the userName', [], 'kim@example.com'],
  ])('has as its address %s', (_, emails, email) => expect(wantedOf({ ...sent, emails }).email).toBe(email));

  it('has a name of two characters even for a userName of one', () => {
    expect(wantedOf({ ...sent, userName: 'k' }).fullName).toBe('k.');
  });

  it('keeps the address of the account if the provider sends none', () => {
    expect(wantedOf({ userName: 'kim' }, { ...row, email: 'old@example.com' }).email).toBe('old@example.com');
  });

  it('leaves the flag out if the provider does', () => {
    expect(wantedOf(sent)).not.toHaveProperty('active');
    expect(wantedOf({ ...sent, active: false }).active).toBe(false);
    expect(wantedOf({ ...sent, externalId: ' x ', name: { givenName: ' ' } })).toMatchObject({
      externalId: 'x',
      givenName: null,
    });
  });

  it.each([
    ['userName', { userName: ' ' }, 'Please send a userName'],
    ['userName', { userName: 'a'.repeat(255) }, 'Must be at most 254 characters'],
    ['email', { userName: 'kim', emails: [] }],
    ['externalId', { externalId: 'a'.repeat(255) }],
    ['givenName', { name: { givenName: 'a'.repeat(201) } }],
  ])('is refused on %s', (path, user, message: unknown = expect.any(String)) =>
    expect(() => wantedOf({ ...sent, ...user })).toThrow(
      expect.objectContaining({
        details: { issues: expect.arrayContaining([expect.objectContaining({ path, message })]) as unknown },
      }) as Error,
    ),
  );
});

describe('how a provider names an account', () => {
  it('changes with each of its names, and with nothing else', () => {
    const asked = wantedOf({ ...sent, name: { givenName: 'Kim', familyName: 'Lee' } });
    expect(isRenamed({ ...asked, active: false, email: 'new@example.com', fullName: 'Jo' }, row)).toBe(false);
    for (const change of [{ userName: 'jo' }, { externalId: 'x' }, { givenName: null }, { familyName: 'Fox' }])
      expect(isRenamed({ ...asked, ...change }, row)).toBe(true);
  });
});

describe('the resource of an account', () => {
  it('has what the provider sent and what the account is', () => {
    expect(shown({ ...row, externalId: 'x', active: false })).toEqual({
      resource: {
        id: '5',
        externalId: 'x',
        userName: 'kim@example.com',
        name: { formatted: 'Kim Lee', familyName: 'Lee', givenName: 'Kim' },
        displayName: 'Kim Lee',
        emails: [{ value: 'kim@example.com', type: 'work', primary: true }],
        active: false,
      },
      meta: { created: new Date(0), lastModified: new Date(1) },
      account: { id: 5, name: 'kim' },
      changes: [],
    });
    expect(shown({ ...row, givenName: null, familyName: null }).resource?.name).toEqual({ formatted: 'Kim Lee' });
    expect(shown(row).resource).not.toHaveProperty('externalId');
  });
});

describe('the domains of a provider', () => {
  const provider = { id: 1, name: 'Northfield ID', domains: ['northfield.example'] };
  const wanted = (email: string) => wantedOf({ userName: email });

  it('refuse addresses outside them', () => {
    expect(() => checkDomain(wanted('kim@Northfield.example'), provider)).not.toThrow();
    expect(() => checkDomain(wanted('kim@other.example'), { ...provider, domains: [] })).not.toThrow();
    expect(() => checkDomain(wanted('kim@other.example'), provider)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'validation_failed',
        details: { issues: [{ path: 'emails', message: "other.example is not in the provider's domains" }] },
      }) as Error,
    );
  });
});
