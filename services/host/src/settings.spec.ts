import { readFileSync } from 'node:fs';
import { gatewaySettings } from '@lead-finder/gateway';
import { type Environment, originOf, readSettings } from '@lead-finder/platform';
import { configurationPage } from '../test/configuration-page.js';
import { hostSettings, refuseHalfAddresses } from './host.config.js';
import { services } from './roles.js';
import { startHost } from './start-host.js';

type UsersSettings = Record<
  'LOCKOUT_FAILURES' | 'LOCKOUT_MINUTES' | 'SIGN_IN_FAILURES_PER_ADDRESS' | 'RESET_MAILS_PER_HOUR',
  number
>;

const parsed = (environment: object) => hostSettings.parse(environment);
const addresses = { DATABASE_URL: 'postgres://a:b@db/x', NATS_URL: 'nats://n:4222', REDIS_URL: 'redis://r:6379' };

describe('settings', () => {
  it('have the texts and defaults of docs/configuration.md; `npm run make:configuration` updates it', async () => {
    const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
    expect(page).toBe(await configurationPage());
  });

  it('against guessing are, by themselves, what the page about security says (ASVS 6.1.1)', async () => {
    const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
    const { LOCKOUT_FAILURES, LOCKOUT_MINUTES, SIGN_IN_FAILURES_PER_ADDRESS, RESET_MAILS_PER_HOUR } = readSettings(
      [(await services.users()).settings],
      {},
    )[0] as UsersSettings;
    const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const capital = (count: number) => inWords[count]!.replace(/^./, (letter) => letter.toUpperCase());
    expect(page).toContain(
      `${capital(LOCKOUT_FAILURES)} failures in a row within ${LOCKOUT_MINUTES} minutes lock an identifier for ${LOCKOUT_MINUTES} minutes`,
    );
    expect(page).toContain(`${SIGN_IN_FAILURES_PER_ADDRESS} failures from one network in five minutes`);
    expect(page).toContain(`${capital(RESET_MAILS_PER_HOUR)} reset mails an hour go to an account`);
  });

  const problemsOf = (environment: Environment) =>
    startHost(environment).then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('are refused all at once, each with what was given and what is expected', async () => {
    const problems = await problemsOf({ PORT: 'http', TIME_ZONE: 'Mars/Base', REDIS_URL: 'localhost', LOG_LEVEL: '' });
    expect(problems).toMatch(/PORT: 'http' was given, expected a whole number from 0 to 65535/);
    expect(problems).toMatch(/TIME_ZONE: 'Mars\/Base' was given, expected the name of a time zone/);
    expect(problems).toMatch(/REDIS_URL: '\*\*\*' was given, expected an address such as redis:/);
    expect(problems).not.toMatch(/LOG_LEVEL/);
  });

  it.each([
    ['MAP_TILE_URL', ['foo', 'ftp://tiles.example/{z}/{x}/{y}', 'https://tiles.example/{z}/{x}.png']],
    ['HOST', ['999.1.1.1', 'my host', '0.0.0.0 ']],
    ['HEALTH_HOST', ['[::]:80']],
    ['MAIL_FROM', ['foo', 'Sales <foo>', 'a@b c@d', '<sales@a.example']],
  ])('%s is refused if it cannot work', async (name, values) => {
    for (const value of values)
      expect(await problemsOf({ [name]: value })).toContain(`${name}: '${value}' was given, expected an `);
  });

  it.each([
    ['DATABASE_URL', ['postgres://', 'postgres:///name']],
    ['REDIS_URL', ['redis://', 'rediss:///1']],
    ['SMTP_URL', ['smtp://', 'smtp:// ', 'smtps://:465', 'smtp://host:99999', 'file:///mails']],
  ])('%s is refused without a host or with a wrong port', async (name, values) => {
    for (const value of values) expect(await problemsOf({ [name]: value })).toContain(`${name}: '`);
  });

  it('name a host in every usual form', () => {
    for (const HOST of ['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'crm.example'])
      expect(readSettings([gatewaySettings], { HOST })).toHaveLength(1);
    expect(
      parsed({ DATABASE_URL: 'postgres:///name?host=/run/postgresql', SMTP_URL: 'smtp://me:p%40ss@host' }),
    ).toBeDefined();
  });

  it('have brackets around an IPv6 address in links', () =>
    expect(originOf({ HOST: '::1', PORT: 8080 })).toBe('http://[::1]:8080'));

  it('of maps and mails are taken in every usual form', () => {
    const tiles = ['https://{s}.tiles.example/{z}/{x}/{y}@2x.png?key=a', '/tiles/{z}/{x}/{-y}.png'];
    for (const MAP_TILE_URL of tiles) expect(readSettings([gatewaySettings], { MAP_TILE_URL })).toHaveLength(1);
    for (const MAIL_FROM of ['sales@a.example', 'Sales <sales@a.example>', '"A, B" <sales@localhost>'])
      expect(parsed({ MAIL_FROM })).toMatchObject({ MAIL_FROM });
  });

  it('are refused with an unknown role too', async () => {
    const problems = await problemsOf({ SERVICES: 'leads,mails', LOG_LEVEL: 'loud' });
    expect(problems).toMatch(/SERVICES: 'leads,mails' was given, expected 'all', or some of users/);
    expect(problems).toMatch(/LOG_LEVEL: 'loud' was given/);
  });

  it('show no password where an address is wrong', () =>
    expect(() => readSettings([hostSettings], { DATABASE_URL: 'mysql://me:secret@db/x' })).toThrow(
      /DATABASE_URL: 'mysql:\/\/db' was given/,
    ));

  it('show no token that is too short', async () => {
    const start = async () => readSettings([(await services.users()).settings], { SETUP_TOKEN: 'brief' });
    await expect(start).rejects.toThrow(/SETUP_TOKEN: '\*\*\*' was given, expected at least 16 characters/);
  });

  it.each([
    [
      'one address without the others',
      { DATABASE_URL: addresses.DATABASE_URL },
      /DATABASE_URL set, but not NATS_URL and REDIS_URL/,
    ],
    ['addresses without a mail server', addresses, /SMTP_URL is not set/],
    ['no address where the image runs', { EMBEDDED: 'off' }, /EMBEDDED is off/],
    ['some roles without an address', { SERVICES: 'leads,gateway' }, /SERVICES names only leads, gateway/],
  ])('refuse %s', (_, environment, message) => expect(() => refuseHalfAddresses(parsed(environment))).toThrow(message));

  it('are enough with nothing, or with every address', () => {
    expect(() => refuseHalfAddresses(parsed({}))).not.toThrow();
    expect(() => refuseHalfAddresses(parsed({ ...addresses, SMTP_URL: 'file:', SERVICES: 'leads' }))).not.toThrow();
  });
});
