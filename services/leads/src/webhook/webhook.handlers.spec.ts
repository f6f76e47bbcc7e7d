import * as contracts from '@lead-finder/contracts';
import type { Actor, Webhook } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { startReceiver, verify } from '../../test/webhook-receiver.js';
import { ada, alex, assign, ben, failure, maria, sam, startWorld, type World } from '../../test/world.js';

let world: World;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await startWorld({ providers: [receiver.provider] });
});
afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});
beforeEach(async () => {
  await world.empty();
  receiver.empty();
  // Receivers compare the time of a message with their own.
  world.clock.time = new Date();
});
afterEach(() => world.database.query('delete from webhooks'));

const address = 'https://hooks.example/in';
const call = <C extends contracts.RequestContract>(
  contract: C,
  input: contracts.InputOf<C>,
  actor: Actor | null = ada,
) => world.call(contract, actor, input);
const create = (input: object = {}, actor: Actor = ada) =>
  call(contracts.createWebhook, { url: address, ...input }, actor);
const list = async () => (await call(contracts.listWebhooks, {})).webhooks;
/** A moment after all changes so far, by the clock of the database. */
const databaseTime = async () => {
  const [row] = await world.database.query<{ at: Date }>(`select clock_timestamp() + interval '1 millisecond' as at`);
  return row!.at;
};
const one = async (id: number) => (await list()).find((each) => each.id === id)!;
const log = async (id: number) => (await call(contracts.listWebhookDeliveries, { id })).deliveries;
const setStatus = (lead: { id: number }, status: contracts.LeadStatus) =>
  call(contracts.setLeadStatus, { ref: { id: lead.id }, status });
const until = (id: number, expected: Partial<Webhook>) =>
  eventually(async () => {
    const webhook = await one(id);
    expect(webhook).toMatchObject(expected);
    return webhook;
  });
const types = () => receiver.received.map(({ change }) => change.type);
const hours = (count: number) => count * 3_600_000;

describe('a webhook', () => {
  it('sends what changes, signed with its secret, as the change feed has it', async () => {
    const { webhook, secret } = await create();
    const lead = await assign(world, sam);
    await setStatus(lead, 'in_progress');
    const messages = await receiver.messages(2);
    expect(messages.map((each) => verify(each, secret))).toEqual(messages.map(({ change }) => change));
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual(messages.map(({ change }) => change.id));
    const feed = await call(contracts.listChanges, {});
    expect(messages.map(({ change }) => change)).toEqual(feed.changes.slice(-2));
    expect(messages[0]!.headers).toMatchObject({ 'content-type': 'application/json' });
    await until(webhook.id, { waiting: 0, failingSince: null });
    expect(await log(webhook.id)).toEqual([
      expect.objectContaining({ type: 'lead.status_changed', status: 200, attempt: 1, response: 'answer 200' }),
      expect.objectContaining({ type: 'lead.created', request: messages[0]!.body, messageId: messages[0]!.change.id }),
    ]);
  });

  it('sends the types that it names alone, and nothing of the time before it', async () => {
    const lead = await assign(world, sam);
    const { webhook } = await create({ types: ['lead.archived', 'lead.archived'] });
    expect(webhook.types).toEqual(['lead.archived']);
    await setStatus(lead, 'in_progress');
    await call(contracts.archiveLead, { ref: { id: lead.id } });
    await until(webhook.id, { waiting: 0 });
    expect(types()).toEqual(['lead.archived']);
  });

  it('sends the changes of a lead one after the other, while others overtake them', async () => {
    await create();
    const [slow, quick] = [await assign(world, sam), await assign(world, alex)];
    await receiver.messages(2);
    receiver.empty();
    let release = () => {};
    receiver.answers(async ({ change }) => {
      if (change.data.leads![0]!.id === slow.id) await new Promise<void>((done) => (release = done));
      return 200;
    });
    await setStatus(slow, 'in_progress');
    await receiver.messages(1);
    await setStatus(slow, 'recontact');
    await setStatus(quick, 'in_progress');
    await setStatus(quick, 'recontact');
    await receiver.messages(3);
    expect(receiver.received.map(({ change }) => [change.data.leads![0]!.id, change.data.to])).toEqual([
      [slow.id, 'in_progress'],
      [quick.id, 'in_progress'],
      [quick.id, 'recontact'],
    ]);
    receiver.answers(() => 200);
    release();
    expect((await receiver.messages(4))[3]!.change.data).toMatchObject({ from: 'in_progress', to: 'recontact' });
  });

  it('does not wait for another webhook whose receiver is slow', async () => {
    receiver.answers(({ path }) => (path === '/slow' ? new Promise(() => {}) : 200));
    await create({ url: 'https://hooks.example/slow' });
    const { webhook } = await create();
    const lead = await assign(world, sam);
    for (const status of ['in_progress', 'recontact', 'new'] as const) await setStatus(lead, status);
    await until(webhook.id, { waiting: 0 });
    expect(receiver.received.filter(({ path }) => path === '/in')).toHaveLength(4);
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(1);
  });

  it.each([500, 404, 302, 410])(
    'does not take the answer %i for a success, and follows no redirect',
    async (status) => {
      receiver.answers(() => status);
      const { webhook } = await create();
      await assign(world, sam);
      await eventually(async () => expect(await log(webhook.id)).toHaveLength(1));
      expect((await log(webhook.id))[0]).toMatchObject({ status, attempt: 1, response: `answer ${status}` });
      expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
    },
  );

  it('sends a failed message again after growing pauses, the same id with a new signature, and then the others in order', async () => {
    receiver.answers(() => 503);
    const { webhook, secret } = await create();
    const lead = await assign(world, sam);
    await setStatus(lead, 'in_progress');
    await until(webhook.id, { failingSince: expect.any(String) });
    for (const [at, pause] of [5_000, 10_000, 20_000].entries()) {
      expect(receiver.received).toHaveLength(at + 1);
      world.clock.forward(pause - 1);
      expect((await one(webhook.id)).nextAttemptAt).toBe(new Date(world.clock.time.getTime() + 1).toISOString());
      world.clock.forward(1);
      await eventually(async () => expect(await log(webhook.id)).toHaveLength(at + 2));
    }
    receiver.answers(() => 200);
    world.clock.forward(40_000);
    await until(webhook.id, { waiting: 0, failingSince: null });
    expect(types()).toEqual([...Array<string>(5).fill('lead.created'), 'lead.status_changed']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect((await log(webhook.id)).map(({ attempt }) => attempt)).toEqual([1, 5, 4, 3, 2, 1]);
    verify(receiver.received.at(-1)!, secret);
  });

  it('goes on with other leads while the message of one fails', async () => {
    const { webhook } = await create();
    const [bad, good] = [await assign(world, sam), await assign(world, alex)];
    await until(webhook.id, { waiting: 0 });
    receiver.empty();
    receiver.answers(({ change }) => (change.data.leads![0]!.id === bad.id ? 500 : 200));
    await setStatus(bad, 'in_progress');
    await eventually(async () => expect((await log(webhook.id))[0]).toMatchObject({ status: 500 }));
    for (const status of ['in_progress', 'recontact', 'new'] as const) await setStatus(good, status);
    world.clock.forward(5_000);
    await eventually(() => {
      const ofGood = receiver.received.filter(({ change }) => change.data.leads![0]!.id === good.id);
      expect(ofGood.map(({ change }) => change.data.to)).toEqual(['in_progress', 'recontact', 'new']);
    });
    receiver.answers(() => 200);
    await eventually(() => {
      world.clock.forward(60_000);
      expect(receiver.received.at(-1)!.change.data.leads![0]!.id).toBe(bad.id);
    });
    await until(webhook.id, { waiting: 0, failingSince: null });
  });

  it('is switched off after three days of failures, notifies its owner, and goes on where it stopped if it is switched on', async () => {
    receiver.answers(() => 503);
    const { webhook } = await create({}, ben);
    await assign(world, sam);
    await until(webhook.id, { failingSince: expect.any(String) });
    world.clock.forward(hours(72));
    await until(webhook.id, { active: false, offReason: 'failures' });
    const { notifications } = await call(contracts.listNotifications, {}, ben);
    expect(notifications[0]).toMatchObject({
      type: 'webhook',
      title: 'Webhook switched off',
      message: expect.stringContaining('hooks.example took nothing for three days'),
    });
    await assign(world, alex);
    receiver.empty();
    await call(contracts.updateWebhook, { id: webhook.id, active: true });
    await until(webhook.id, { active: true, waiting: 0, offReason: null });
    expect(types()).toEqual(['lead.created', 'lead.created']);
  });

  it('is switched off if its receiver answers 410', async () => {
    receiver.answers(() => 410);
    const { webhook } = await create();
    await assign(world, sam);
    await until(webhook.id, { active: false, offReason: 'gone' });
  });

  it('sends nothing once its owner is no administrator any more', async () => {
    const { webhook } = await create({}, ben);
    const about = {
      id: ben.id,
      username: 'ben',
      fullName: 'Ben Boss',
      email: 'ben@example.com',
      monthlyGoal: 1,
      active: true,
    };
    await world.publish(contracts.userChanged, { ...about, role: 'user', version: 9 });
    await until(webhook.id, { active: false, offReason: 'owner' });
    await assign(world, sam);
    expect(receiver.received.filter(({ change }) => change.type === 'lead.created')).toEqual([]);
    await call(contracts.updateWebhook, { id: webhook.id, active: true });
    expect(await until(webhook.id, { waiting: 0 })).toMatchObject({ ownerId: ada.id, owner: 'Ada Admin' });
    expect(types()).toContain('lead.created');
  });

  it('is signed with the old and the new secret for a day after a rotation', async () => {
    const { webhook, secret: old } = await create();
    const { secret, webhook: rotated } = await call(contracts.rotateWebhookSecret, { id: webhook.id });
    expect(rotated.oldSecretUntil).toBe(new Date(world.clock.time.getTime() + hours(24)).toISOString());
    await assign(world, sam);
    const [message] = await receiver.messages(1);
    for (const each of [old, secret]) verify(message!, each);
    world.clock.forward(hours(24) + 1);
    await assign(world, sam);
    const [, later] = await receiver.messages(2);
    expect(later!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  it('sends again what it sent since a moment, with the same ids', async () => {
    const { webhook } = await create();
    await assign(world, sam);
    await receiver.messages(1);
    const last = await databaseTime();
    const lead = await assign(world, alex);
    await setStatus(lead, 'in_progress');
    await receiver.messages(3);
    await until(webhook.id, { waiting: 0 });
    await call(contracts.replayWebhook, { id: webhook.id, from: last.toISOString() });
    const messages = await receiver.messages(5);
    expect(messages.slice(3).map(({ change }) => change)).toEqual(messages.slice(1, 3).map(({ change }) => change));
    await until(webhook.id, { waiting: 0 });
  });

  it('loses nothing that waits, from whatever moment it sends again', async () => {
    const { webhook } = await create();
    receiver.answers(() => 500);
    const waiting = [await assign(world, sam), await assign(world, alex)];
    await until(webhook.id, { waiting: 2, failingSince: expect.any(String) });
    for (const from of ['2100-01-01T00:00:00Z', (await databaseTime()).toISOString()]) {
      await call(contracts.replayWebhook, { id: webhook.id, from });
      expect(await one(webhook.id)).toMatchObject({ waiting: 2 });
    }
    receiver.answers(() => 200);
    await call(contracts.updateWebhook, { id: webhook.id, active: true });
    await until(webhook.id, { waiting: 0 });
    const sent = receiver.received.slice(-2).map(({ change }) => change.data.leads![0]!.id);
    expect(sent).toEqual(waiting.map(({ id }) => id));
  });

  it('sends a test that answers with what came back', async () => {
    const { webhook, secret } = await create({ types: ['import.finished'] });
    expect(await call(contracts.testWebhook, { id: webhook.id })).toMatchObject({
      status: 200,
      response: 'answer 200',
    });
    expect(verify(receiver.received[0]!, secret)).toMatchObject({ type: 'webhook.test', data: {} });
    receiver.answers(() => 500);
    expect(await call(contracts.testWebhook, { id: webhook.id })).toMatchObject({ status: 500, problem: null });
    expect((await log(webhook.id)).map(({ type, status, request }) => [type, status, request])).toEqual([
      ['webhook.test', 500, receiver.received[1]!.body],
      ['webhook.test', 200, receiver.received[0]!.body],
    ]);
    expect(await one(webhook.id)).toMatchObject({ failingSince: null, active: true });
  });

  it('sends nothing while it is off, and nothing after it is removed', async () => {
    const { webhook } = await create();
    await call(contracts.updateWebhook, { id: webhook.id, active: false });
    const { webhook: other } = await create({ url: 'https://hooks.example/other' });
    await assign(world, sam);
    await until(other.id, { waiting: 0 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/other']);
    expect(await one(webhook.id)).toMatchObject({ active: false, offReason: 'user', waiting: 1 });
    expect(await call(contracts.removeWebhook, { id: webhook.id })).toEqual({ message: 'Webhook removed' });
    for (const contract of [contracts.removeWebhook, contracts.rotateWebhookSecret, contracts.testWebhook])
      expect(await failure(call(contract, { id: webhook.id }))).toMatchObject({ kind: 'not_found' });
    expect(await failure(call(contracts.listWebhookDeliveries, { id: webhook.id }))).toMatchObject({
      kind: 'not_found',
    });
  });

  it('takes a new address and other types at once', async () => {
    const { webhook } = await create();
    await call(contracts.updateWebhook, { id: webhook.id, url: 'https://hooks.example/new', types: ['lead.archived'] });
    const lead = await assign(world, sam);
    await call(contracts.archiveLead, { ref: { id: lead.id } });
    await receiver.messages(1);
    expect(receiver.received.map(({ path, change }) => [path, change.type])).toEqual([['/new', 'lead.archived']]);
  });

  it('sends a change of many leads as one message', async () => {
    await create();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await assign(world, sam)).id);
    await receiver.messages(3);
    await call(contracts.bulkSetStatus, { ids, status: 'recontact' });
    const messages = await receiver.messages(4);
    expect(messages[3]!.change.data.leads!.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    'https://127.0.0.1/',
    'https://hooks.example:8443/',
    'http://hooks.example/',
    'https://[::1]/',
    'https://0x7f.1/',
  ])('is refused at the address %s', async (url) => {
    const refused = { kind: 'invalid', details: { issues: [expect.objectContaining({ path: 'url' })] } };
    expect(await failure(create({ url }))).toMatchObject(refused);
    const { webhook } = await create();
    expect(await failure(call(contracts.updateWebhook, { id: webhook.id, url }))).toMatchObject(refused);
  });

  it.each(['', 'x', 'ftp://hooks.example/', 'https://user:pass@hooks.example/', 'https://hooks.example/#a'])(
    'needs an address: %p',
    async (url) => {
      expect(await failure(create({ url }))).toMatchObject({ kind: 'invalid' });
    },
  );

  it('is for administrators alone, and there are at most 20', async () => {
    for (const actor of [sam, maria]) expect(await failure(create({}, actor))).toMatchObject({ kind: 'forbidden' });
    for (let n = 0; n < contracts.maxWebhooks; n++) await create();
    expect(await failure(create())).toMatchObject({ code: 'too_many_webhooks' });
  });

  it('is recorded in the audit trail without the query of its address and without its secret', async () => {
    const { webhook, secret } = await create({ url: `${address}?token=hidden` });
    await call(contracts.rotateWebhookSecret, { id: webhook.id });
    await call(contracts.removeWebhook, { id: webhook.id });
    const facts = await world.emitted(contracts.leadsAudited, 3);
    expect(facts.map(({ action, subject }) => [action, subject])).toEqual([
      ['webhook_created', address],
      ['webhook_secret_renewed', address],
      ['webhook_removed', address],
    ]);
    expect(JSON.stringify(facts)).not.toContain('hidden');
    expect(JSON.stringify(await list())).not.toContain(secret);
  });
});
