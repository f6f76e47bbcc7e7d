import { errorResponse } from '@lead-finder/contracts';
import { LiveWorld } from '../../test/live-world.js';

let world: LiveWorld;
afterEach(() => world.stop());

const dayMs = 24 * 60 * 60_000;
const read = async (settings: Record<string, string>) => {
  world = await LiveWorld.start(settings);
  return fetch(`${world.gateway.url}/.well-known/security.txt`);
};
const fieldsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Z][\w-]+): (\S.*)$/.exec(line)!.slice(1));

describe('security.txt (RFC 9116)', () => {
  it('names the contact, the expiry and the language', async () => {
    const answer = await read({ SUPPORT_EMAIL: 'help@leads.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    const fields = fieldsOf(await answer.text());
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
    const {
      Contact: contact,
      Expires: expires,
      'Preferred-Languages': languages,
    } = Object.fromEntries(fields) as Record<string, string>;
    expect([contact, languages]).toEqual(['mailto:help@leads.example', 'en']);
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    // Clients cache it for a day, so it must be valid for longer.
    expect(Date.parse(expires!)).toBeGreaterThan(Date.now() + 30 * dayMs);
    expect(Date.parse(expires!)).toBeLessThan(Date.now() + 365 * dayMs);
  });

  it.each([
    ['https://leads.example', [['Canonical', 'https://leads.example/.well-known/security.txt']]],
    // The canonical address must use https.
    ['http://leads.example', []],
  ])('names its own address where that is %s', async (PUBLIC_URL, expected) => {
    const fields = fieldsOf(await (await read({ SUPPORT_EMAIL: 'help@leads.example', PUBLIC_URL })).text());
    expect(fields.filter(([name]) => name === 'Canonical')).toEqual(expected);
  });

  it.each<Record<string, string>>([{}, { SUPPORT_EMAIL: 'support@example.com' }])(
    'is 404 without a contact, with the settings %p',
    async (settings) => {
      const answer = await read(settings);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(errorResponse.parse(await answer.json())).toMatchObject({ code: 'not_found' });
    },
  );
});
