import { randomUUID } from 'node:crypto';
import {
  addPushDevice,
  listNotifications,
  listPushDevices,
  readAllNotifications,
  removePushDevice,
  sessionsEnded,
  setNotificationSettings,
  type Actor,
} from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { browser, claimsOf, startPushService } from '../../test/push-service.js';
import { ada, alex, assign, failure, sam, startWorld, type World } from '../../test/world.js';
import { Pushes } from './pushes.js';
import { PushSender } from './push-sender.js';

type Browser = ReturnType<typeof browser>;

let world: World;
let service: Awaited<ReturnType<typeof startPushService>>;
const phone = browser('/phone');
const laptop = browser('/laptop');
beforeAll(async () => {
  service = await startPushService();
  world = await startWorld({ providers: [service.provider] });
}, 60_000);
beforeEach(async () => {
  await world.database.query('delete from push_devices');
  service.received.splice(0);
  service.statusOf.clear();
});
afterAll(async () => {
  await world?.stop();
  await service?.stop();
});

const inSession = (actor: Actor, sessionId: string): Actor => ({ ...actor, sessionId });
const add = (device: Browser, actor: Actor = sam) => world.call(addPushDevice, actor, device.subscription);
const devicesOf = async (actor: Actor) => (await world.call(listPushDevices, actor, {})).devices;
const received = (count: number) =>
  eventually(() => {
    if (service.received.length < count) throw new Error(`${service.received.length} of ${count} pushes`);
    return service.received;
  });
async function send(): Promise<void> {
  while (await world.get(PushSender).sendDue());
}
const nothingWaits = () =>
  eventually(async () => expect(await world.database.query('select * from pushes')).toEqual([]));
describe('a notification', () => {
  it('reaches each device of its user, readable for the device alone and signed', async () => {
    await add(phone);
    await add(laptop);
    await add(browser('/other'), alex);
    const { publicKey } = await world.call(listPushDevices, sam, {});
    const lead = await assign(world, sam, { name: 'Harbor Bakery' });
    const pushes = await received(2);
    await nothingWaits();
    const { notifications } = await world.call(listNotifications, sam, {});
    const toPhone = pushes.find(({ path }) => path === '/phone')!;
    expect(phone.read(toPhone)).toEqual({
      title: 'New business assigned',
      message: 'Harbor Bakery was assigned to you by Ada Admin.',
      path: `/business/${lead.id}`,
      tag: String(notifications[0]!.id),
    });
    expect(() => laptop.read(toPhone)).toThrow();
    expect(toPhone.headers).toMatchObject({ ttl: '43200', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(claimsOf(toPhone, publicKey)).toMatchObject({ aud: 'https://push.example', sub: 'https://leads.example' });
    expect(pushes.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone']);
    expect((await devicesOf(sam)).map(({ lastPushAt }) => lastPushAt)).toEqual([
      world.clock.now().toISOString(),
      world.clock.now().toISOString(),
    ]);
  });

  it('of a kind that the user switched off reaches none', async () => {
    await add(phone);
    await world.call(setNotificationSettings, sam, { assigned: false });
    await assign(world, sam);
    await world.call(setNotificationSettings, sam, { assigned: true });
    await assign(world, sam, { name: 'The second' });
    expect(phone.read((await received(1))[0]!)).toMatchObject({ message: expect.stringContaining('The second') });
    await nothingWaits();
    expect(service.received).toHaveLength(1);
  });
});

describe('a push that waits', () => {
  // From here on only the spec wakes the sender.
  beforeAll(() => world.get(Pushes).onModuleDestroy());
  beforeEach(() => add(phone));

  it('is sent again after a failure, after longer pauses each time, and then once', async () => {
    await assign(world, sam);
    const pauses: number[] = [];
    for (const status of [500, 429, 302, 400]) {
      service.statusOf.set('/phone', status);
      await send();
      await send();
      const [row] = await world.database.query<{ pause: number }>(
        'select extract(epoch from try_at - $1)::int as pause from push_devices',
        [world.clock.now()],
      );
      pauses.push(row!.pause);
      world.clock.forward(row!.pause * 1_000);
    }
    expect([pauses, service.received.length]).toEqual([[5, 10, 20, 40], 4]);
    service.statusOf.clear();
    await send();
    await send();
    await nothingWaits();
    expect(service.received).toHaveLength(5);
  });

  it('is sent once by two replicas, and again a minute after a crash', async () => {
    await assign(world, sam);
    await Promise.all([send(), send()]);
    await nothingWaits();
    expect(service.received).toHaveLength(1);
    await assign(world, sam);
    await world.database.query("update push_devices set try_at = $1::timestamptz + interval '1 minute'", [
      world.clock.now(),
    ]);
    await send();
    expect(service.received).toHaveLength(1);
    world.clock.forward(60_000);
    await send();
    expect(service.received).toHaveLength(2);
  });

  it('is dropped once it is read or 12 hours old', async () => {
    await assign(world, sam);
    await world.call(readAllNotifications, sam, {});
    await assign(world, sam);
    await world.database.query('update notifications set created_at = $1 where not read', [
      new Date(world.clock.now().getTime() - 13 * 3_600_000),
    ]);
    await send();
    await nothingWaits();
    expect(service.received).toEqual([]);
  });

  it('counts up, as the notification does', async () => {
    const batchId = randomUUID();
    for (let n = 0; n < 3; n++) await assign(world, sam, {}, { batchId });
    await send();
    await assign(world, sam, {}, { batchId });
    await send();
    const [first, second] = service.received.map(phone.read) as { tag: string }[];
    expect(first).toMatchObject({ message: '3 businesses were assigned to you by Ada Admin.', path: '/crm' });
    expect(second).toEqual({ ...first, message: '4 businesses were assigned to you by Ada Admin.' });
  });

  it.each([404, 410])('goes with its device if the push service answers %s', async (status) => {
    await add(laptop);
    service.statusOf.set('/phone', status);
    await assign(world, sam);
    await send();
    await nothingWaits();
    expect(await world.database.query('select endpoint from push_devices')).toEqual([
      { endpoint: laptop.subscription.endpoint },
    ]);
  });

  it('does not follow its device to another user', async () => {
    await assign(world, sam);
    await add(phone, alex);
    await nothingWaits();
    expect([(await devicesOf(sam)).length, (await devicesOf(alex)).length]).toEqual([0, 1]);
  });
});

describe('a device', () => {
  it('is listed and removed by its user alone, and a renewal keeps it', async () => {
    const inTab = inSession(sam, randomUUID());
    const device = await add(phone, inTab);
    expect(await add(phone, inTab)).toEqual(device);
    expect(await devicesOf(inTab)).toEqual([{ ...device, current: true }]);
    expect(await devicesOf(inSession(sam, randomUUID()))).toEqual([{ ...device, current: false }]);
    expect(await devicesOf(alex)).toEqual([]);
    const notFound = { kind: 'not_found', message: 'Device not found' };
    expect(await failure(world.call(removePushDevice, alex, { id: device.id }))).toMatchObject(notFound);
    expect(await failure(world.call(removePushDevice, alex, { id: 999_999 }))).toMatchObject(notFound);
    await world.call(removePushDevice, sam, { id: device.id });
    expect(await devicesOf(sam)).toEqual([]);
  });

  it('replaces the one seen longest ago if its user has ten', async () => {
    for (let n = 0; n < 11; n++) {
      world.clock.forward();
      await add(browser(`/${n}`));
      if (n === 5) await add(browser('/0'));
    }
    const left = await world.database.query<{ endpoint: string }>(
      'select endpoint from push_devices order by endpoint',
    );
    expect(left).toHaveLength(10);
    expect(left.map(({ endpoint }) => endpoint)).not.toContain('https://push.example/1');
  });

  it('is forgotten at the sign-out of its session, and at the end of all', async () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const openEnds = async () => (await devicesOf(sam)).map(({ name }) => name).toSorted();
    const added = (session: string) =>
      world.call(addPushDevice, inSession(sam, session), { ...browser(`/${session}`).subscription, name: session });
    for (const session of [one, two, three]) await added(session);
    await add(browser('/ada'), inSession(ada, one));
    const publish = (sessionId: string | null, keptSessionId: string | null = null) =>
      world.publish(sessionsEnded, { userId: sam.id, sessionId, keptSessionId });
    await publish(one);
    expect(await openEnds()).toEqual([two, three].toSorted());
    await publish(null, two);
    expect(await openEnds()).toEqual([two]);
    await publish(null);
    expect(await openEnds()).toEqual([]);
    expect(await devicesOf(ada)).toHaveLength(1);
  });

  it.each([
    ['http://push.example/a'],
    ['https://localhost/a'],
    ['https://127.0.0.1/a'],
    ['https://0x7f000001/a'],
    ['https://[::1]/a'],
    ['https://[fd00::1]/a'],
    ['https://push.example:8080/a'],
    ['https://user@push.example/a'],
    ['https://intranet/a'],
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    ['push.example/a'],
  ])('is refused at an address that is no push service: %s', async (endpoint) => {
    const { details } = await failure(world.call(addPushDevice, sam, { ...phone.subscription, endpoint }));
    expect(JSON.stringify(details)).toContain('endpoint');
  });

  it('is refused with an address or keys of another length', async () => {
    const endpoint = `https://push.example/${'a'.repeat(1_000)}`;
    const keys = { p256dh: 'B', auth: 'short' };
    const { details } = await failure(world.call(addPushDevice, sam, { ...phone.subscription, endpoint, keys }));
    expect(JSON.stringify(details)).toContain('Must be at most 1000 characters');
    expect(JSON.stringify(details)).toContain('Must be a public key');
    expect(JSON.stringify(details)).toContain('Must be a secret of 16 bytes');
    const offCurve = { ...phone.subscription.keys, p256dh: `B${'a'.repeat(86)}` };
    expect(await failure(world.call(addPushDevice, sam, { ...phone.subscription, keys: offCurve }))).toMatchObject({
      kind: 'invalid',
      details: { issues: [{ path: 'keys.p256dh', message: 'Must be a public key' }] },
    });
  });
});
