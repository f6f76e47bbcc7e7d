import * as contracts from '../index.js';
import { apiScope, apiTokenForm, scopeOf, scopesOf, serviceTokenForm, type RequestContract } from '../index.js';

const requests = (Object.values(contracts) as { kind?: string }[]).filter(
  (each): each is RequestContract => each?.kind === 'request',
);

describe('the scopes of API tokens', () => {
  it('are those of the requests, and no others', () => {
    // The route of the notices names its scope, because their request needs no role.
    const used = new Set([...requests.map(scopeOf).filter((scope) => scope !== null), 'places:read']);
    expect([...used].sort()).toEqual([...apiScope.options].sort());
  });

  it('belong to the roles that may send their requests', () => {
    for (const request of requests) {
      const scope = scopeOf(request) as contracts.ApiScope | null;
      if (scope === null) continue;
      for (const role of contracts.roles)
        expect(`${request.subject} ${role} ${scopesOf(role).includes(scope)}`).toBe(
          `${request.subject} ${role} ${request.access.includes(role)}`,
        );
    }
  });

  it('do not exist for requests about passwords, second factors, sessions, tokens and settings of the sign-in', () => {
    const closed = requests.filter(({ access }) => typeof access !== 'string').filter((each) => scopeOf(each) === null);
    const subjects = closed.map(({ subject }) => subject.replace(/^\w+\./, ''));
    expect(subjects).toEqual(
      expect.arrayContaining([
        'change-own-password',
        'reset-user-password',
        'confirm-authenticator',
        'add-passkey',
        'reset-second-factor',
        'list-own-sessions',
        'end-all-sessions-of-user',
        'create-own-token',
        'create-service-token',
        'create-scim-token',
        'set-sign-in-policy',
        'update-identity-provider',
        'invite-user',
        'renew-calendar',
        'request-export',
        'decide-export',
      ]),
    );
    const isAboutSignIn = /password|factor|passkey|authenticator|recovery|session|token|identity-prov|sign-in|browsers/;
    expect(requests.filter((each) => scopeOf(each) && isAboutSignIn.test(each.subject))).toEqual([]);
  });

  it('for reading change nothing by their name', () => {
    const verbs = new Set(
      requests.filter((each) => scopeOf(each)?.endsWith(':read')).map(({ subject }) => /\.(\w+)/.exec(subject)![1]),
    );
    expect([...verbs].sort()).toEqual(['check', 'count', 'find', 'get', 'guess', 'list', 'open', 'pull', 'simulate']);
  });
});

describe('the form of a token', () => {
  const form = { name: 'Nightly import', scopes: ['leads:read'] };
  it('lasts 90 days and works everywhere without further fields', () => {
    expect(apiTokenForm.parse(form)).toEqual({ ...form, days: 90, networks: [] });
  });

  it.each([
    [{ ...form, name: ' ' }, 'Please enter a name'],
    [{ ...form, scopes: [] }, 'Please select at least one scope'],
    [{ ...form, scopes: ['leads:all'] }, 'There is no such scope'],
    [{ ...form, days: 0 }, 'Days must be from 1 to 365'],
    [{ ...form, days: 366 }, 'Days must be from 1 to 365'],
    [{ ...form, networks: ['203.0.113.0/33'] }, 'Must be an address, or a range such as 203.0.113.0/24'],
    [{ ...form, networks: ['203.0.113'] }, 'Must be an address, or a range such as 203.0.113.0/24'],
    [{ ...form, networks: ['2001:db8::/129'] }, 'Must be an address, or a range such as 203.0.113.0/24'],
    [{ ...form, networks: ['office.example'] }, 'Must be an address, or a range such as 203.0.113.0/24'],
  ])('%j: %s', (typed, message) => {
    expect(apiTokenForm.safeParse(typed).error?.issues[0]?.message).toBe(message);
  });

  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::7', '2001:db8::/32', '::/0'])('accepts %s', (one) =>
    expect(apiTokenForm.parse({ ...form, networks: [one] }).networks).toEqual([one]),
  );

  it('of a service has a team only for managers and users', () => {
    expect(serviceTokenForm.safeParse({ ...form, role: 'manager', teamId: 1 }).success).toBe(true);
    expect(serviceTokenForm.safeParse({ ...form, role: 'admin', teamId: 1 }).error?.issues[0]).toMatchObject({
      path: ['teamId'],
      message: 'An administrator sees every team. Please select none',
    });
  });
});
