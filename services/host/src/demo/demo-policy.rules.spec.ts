import { hostSettings } from '../host.config.js';
import { isPrivateToThisMachine, wantsDemo } from './demo-policy.rules.js';

const embedded = hostSettings.parse({});
const servers = hostSettings.parse({
  DATABASE_URL: 'postgres://a:b@db/x',
  NATS_URL: 'nats://nats:4222',
  REDIS_URL: 'redis://redis:6379',
});

describe('demo data', () => {
  it.each([
    ['127.0.0.1', undefined, true],
    ['localhost', undefined, true],
    ['::1', undefined, true],
    ['0.0.0.0', undefined, false],
    ['127.0.0.1', 'https://leads.example.com', false],
    ['0.0.0.0', 'http://localhost:8080', false],
  ])('embedded on %s with PUBLIC_URL %s: private is %s', (HOST, PUBLIC_URL, expected) => {
    expect(isPrivateToThisMachine({ HOST, PUBLIC_URL }, embedded)).toBe(expected);
    expect(wantsDemo({ HOST, PUBLIC_URL }, embedded)).toBe(expected);
  });

  it.each([
    ['0.0.0.0', 'http://localhost:8080', true],
    ['0.0.0.0', 'https://leads.example.com', false],
    ['0.0.0.0', undefined, false],
  ])(
    'with external servers on %s with PUBLIC_URL %s: private is %s, and only DEMO_DATA seeds',
    (HOST, PUBLIC_URL, expected) => {
      expect(isPrivateToThisMachine({ HOST, PUBLIC_URL }, servers)).toBe(expected);
      expect(wantsDemo({ HOST, PUBLIC_URL }, servers)).toBe(false);
      expect(wantsDemo({ HOST, PUBLIC_URL }, { ...servers, DEMO_DATA: true })).toBe(true);
    },
  );

  it('is not seeded if DEMO_DATA is off', () => {
    expect(wantsDemo({ HOST: '127.0.0.1' }, hostSettings.parse({ DEMO_DATA: 'off' }))).toBe(false);
  });
});
