import { eventually, natsAccount, startNats } from '@lead-finder/testing';
import { pino } from 'pino';
import { NatsLink } from '../bus/nats-link.js';
import { InProcessChangeSignals, type ChangeSignals } from './change-signals.js';
import { NatsChangeSignals } from './nats-change-signals.js';

const log = pino({ level: 'silent' });
let natsUrl: string;
beforeAll(async () => {
  natsUrl = await natsAccount();
});

interface Sides {
  here: ChangeSignals;
  there: ChangeSignals;
  close(): Promise<void>;
}

async function inProcess(): Promise<Sides> {
  const changeSignals = new InProcessChangeSignals();
  return { here: changeSignals, there: changeSignals, close: async () => {} };
}

async function overNats(): Promise<Sides> {
  const [here, there] = await Promise.all([NatsLink.open(natsUrl, log), NatsLink.open(natsUrl, log)]);
  return {
    here: new NatsChangeSignals(here, log),
    there: new NatsChangeSignals(there, log),
    close: async () => void (await Promise.all([here.close(), there.close()])),
  };
}

describe.each([
  { side: 'inside one process', open: inProcess },
  { side: 'over NATS', open: overNats },
])('change signals $side', ({ open }) => {
  let sides: Sides;
  beforeEach(async () => {
    sides = await open();
  });
  afterEach(() => sides.close());

  async function listen(subject: string): Promise<{ received: [unknown, string][]; stop: () => void }> {
    const received: [unknown, string][] = [];
    const stop = sides.there.subscribe(subject, (signal, from) => received.push([signal, from]));
    const probe = subject.replace('*', 'probe');
    await eventually(() => {
      sides.here.publish(probe, { probe: true });
      expect(received).not.toEqual([]);
    });
    const done = `${Math.random()}`;
    sides.here.publish(probe, { done });
    await eventually(() => expect(received.at(-1)![0]).toEqual({ done }));
    received.length = 0;
    return { received, stop };
  }

  it('reach every listener, with their subject', async () => {
    const [one, other] = [await listen('push.user.7'), await listen('push.user.7')];
    one.received.length = 0;
    sides.here.publish('push.user.7', { type: 'lead', ids: [1] });
    const signal = [{ type: 'lead', ids: [1] }, 'push.user.7'];
    await eventually(() => expect([one.received, other.received]).toEqual([[signal], [signal]]));
  });

  it('reach the listeners of a whole family of subjects, and no others', async () => {
    const family = await listen('push.user.*');
    sides.here.publish('push.role.admin', { other: true });
    sides.here.publish('push.user', { other: true });
    sides.here.publish('push.user.8', { mine: true });
    await eventually(() => expect(family.received).toEqual([[{ mine: true }, 'push.user.8']]));
  });

  it('are copies, as between two processes', async () => {
    const { received } = await listen('push.user.9');
    const signal = { at: new Date(0) };
    sides.here.publish('push.user.9', signal);
    await eventually(() => expect(received).toEqual([[{ at: '1970-01-01T00:00:00.000Z' }, 'push.user.9']]));
    expect(received[0]![0]).not.toBe(signal);
  });

  it('do not reach a listener that unsubscribed', async () => {
    const gone = await listen('push.user.10');
    const stays = await listen('push.user.10');
    gone.stop();
    gone.received.length = 0;
    const last = () => {
      sides.here.publish('push.user.10', {});
      expect(stays.received.length).toBeGreaterThan(1);
    };
    await eventually(last);
    expect(gone.received).toEqual([]);
  });
});

describe('change signals over NATS', () => {
  it('get lost without an error while NATS is away, and arrive again afterwards, after a report of the gap', async () => {
    const server = await startNats();
    const link = await NatsLink.open(server.url, log);
    const changeSignals = new NatsChangeSignals(link, log);
    const received: unknown[] = [];
    changeSignals.subscribe('push.user.1', (signal) => received.push(signal));
    let [losses, gaps] = [0, 0];
    changeSignals.onLoss(() => losses++);
    changeSignals.onGap(() => gaps++);
    await server.kill();
    await eventually(() => expect(link.isUp).toBe(false));
    expect(losses).toBe(1);
    expect(() => changeSignals.publish('push.user.1', { lost: true })).not.toThrow();
    expect(gaps).toBe(0);
    await server.restart();
    await eventually(() => expect(gaps).toBe(1));
    await eventually(() => {
      changeSignals.publish('push.user.1', { back: true });
      expect(received[0]).toEqual({ back: true });
    });
    await link.close();
    await server.stop();
  });

  it('arrive at a listener that subscribed before NATS was there', async () => {
    const server = await startNats();
    await server.stop();
    const link = NatsLink.begin(server.url, log);
    const changeSignals = new NatsChangeSignals(link, log);
    const received: unknown[] = [];
    const gone: unknown[] = [];
    changeSignals.subscribe('push.user.1', (signal) => received.push(signal));
    changeSignals.subscribe('push.user.1', (signal) => gone.push(signal))();
    expect(() => changeSignals.publish('push.user.1', { lost: true })).not.toThrow();
    expect(link.isUp).toBe(false);
    await server.restart();
    await eventually(() => {
      changeSignals.publish('push.user.1', { here: true });
      expect(received[0]).toEqual({ here: true });
    });
    expect(gone).toEqual([]);
    await link.close();
    await server.stop();
  });
});
