import { eventually, freePort } from '@lead-finder/testing';
import { pino } from 'pino';
import { isNatsAddress, NatsLink } from './nats-link.js';

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
beforeEach(() => lines.splice(0));

it('ends its attempts and warnings if it closes before NATS is there', async () => {
  const before = timers();
  const link = NatsLink.begin(`nats://127.0.0.1:${await freePort()}`, log);
  const up = expect(link.untilUp()).rejects.toThrow('NATS is not connected');
  await eventually(() => expect(lines.join()).toContain('NATS does not answer yet'));
  await link.close();
  await up;
  await eventually(() => expect(timers()).toBeLessThanOrEqual(before));
  expect(lines).toHaveLength(1);
});

it('rejects an address that the library rejects, and reports it if nothing waits for NATS', async () => {
  await expect(NatsLink.open('nats://', log)).rejects.toMatchObject({ cause: { message: 'Invalid URL' } });
  const link = NatsLink.begin('nats://', log);
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines.join()).toContain('NATS cannot be connected. Check NATS_URL.');
  expect(link.isUp).toBe(false);
  await link.close();
});

it.each([
  ['nats://one:4222', true],
  ['tls://leads:secret@one:4222,two:4222, three', true],
  ['nats://one:4222,nats://two:4222', true],
  ['localhost', false],
  ['http://one:4222', false],
  ['nats://one:4222,', false],
  ['nats://one:4222,http://two', false],
])('the address %s is right: %s', (url, isRight) => expect(isNatsAddress(url)).toBe(isRight));
