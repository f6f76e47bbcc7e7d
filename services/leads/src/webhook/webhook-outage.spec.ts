import * as contracts from '@lead-finder/contracts';
import type { Change, LeadStatus } from '@lead-finder/contracts';
import { eventually, longRun } from '@lead-finder/testing';
import { startReceiver, verify } from '../../test/webhook-receiver.js';
import { ada, assign, sam, startWorld, type World } from '../../test/world.js';
import { pauseMs } from './delivery-window.rules.js';

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

const hour = 3_600_000;
const statuses: LeadStatus[] = ['in_progress', 'recontact', 'new'];
const leadCount = longRun ? 40 : 4;

const setStatus = (id: number, status: LeadStatus) => world.call(contracts.setLeadStatus, ada, { ref: { id }, status });
const onlyWebhook = async () => (await world.call(contracts.listWebhooks, ada, {})).webhooks[0]!;

describe('a webhook whose receiver is away for an hour', () => {
  it('tries it eleven times, and then delivers each change once, those of a lead in their order', async () => {
    let pauses = 0;
    let attempts = 0;
    while (pauses < hour) pauses += pauseMs(++attempts);
    // The receiver is back now, and compares the time of a message with its own.
    world.clock.time = new Date(Date.now() - pauses);
    receiver.answers(() => 503);
    const leads: { id: number }[] = [];
    for (let count = 0; count < leadCount; count++) leads.push(await assign(world, sam));
    const { secret } = await world.call(contracts.createWebhook, ada, { url: 'https://hooks.example/in' });
    await setStatus(leads[0]!.id, 'in_progress');

    for (let attempt = 1; attempt <= attempts; attempt++) {
      await eventually(() => expect(receiver.received).toHaveLength(attempt));
      await eventually(async () => expect((await onlyWebhook()).nextAttemptAt).not.toBeNull());
      for (const { id } of leads) await setStatus(id, statuses[attempt % statuses.length]!);
      if (attempt === attempts) receiver.answers(() => 200);
      world.clock.forward(pauseMs(attempt));
    }

    await eventually(async () => expect(await onlyWebhook()).toMatchObject({ waiting: 0, failingSince: null }));
    const arrived = receiver.received.slice(attempts);
    const feed = await world.call(contracts.listChanges, ada, {});
    const changes = feed.changes.filter(({ type }) => type === 'lead.status_changed');
    expect(changes).toHaveLength(1 + leadCount * attempts);
    const byLead = (all: readonly Change[]) =>
      new Map(leads.map(({ id }) => [id, all.filter(({ data }) => data.leads![0]!.id === id)]));
    expect(byLead(arrived.map(({ change }) => change))).toEqual(byLead(changes));
    for (const message of arrived) verify(message, secret);
  }, 120_000);
});
