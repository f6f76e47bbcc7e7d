import * as contracts from '@lead-finder/contracts';
import {
  signalRights,
  serviceNames,
  type CallerName,
  type EventContract,
  type RequestContract,
} from '@lead-finder/contracts';
import { cancelled } from '../bus/bus.js';
import { inboxOf } from '../bus/nats-link.js';

const defined = Object.values(contracts) as { kind?: string }[];
const requests = defined.filter((each): each is RequestContract => each?.kind === 'request');
const events = defined.filter((each): each is EventContract => each?.kind === 'event');

/** Those that speak over NATS, each as a user of its own; the name is the user's name. */
export const natsUsers: readonly CallerName[] = [...serviceNames, 'gateway'];

export interface NatsRights {
  publish: string[];
  subscribe: string[];
}

/**
 * What one process may say and hear on NATS: the requests that it sends and answers, its own events, hints, its own
 * consumer, and the files where it has to do with them. Made from the contracts and of nothing else (ADR 0009).
 */
export function natsRights(user: CallerName): NatsRights {
  const isService = user !== 'gateway';
  return {
    publish: [
      ...requests.filter(({ callers }) => callers.includes(user)).map(({ subject }) => subject),
      ...events
        .filter(({ type }) => type.startsWith(`${user}.`))
        .flatMap(({ type, consumers }) => consumers.map((consumer) => `events.${consumer}.${type}`)),
      ...signalRights.filter(({ publishers }) => publishers.includes(user)).map(({ subject }) => subject),
      cancelled,
      ...(isService ? eventStream(user) : []),
      ...(files[user] ?? []),
    ].sort(),
    subscribe: [
      `${inboxOf(user)}.>`,
      ...requests.filter(({ service }) => service === user).map(({ subject }) => subject),
      ...signalRights.filter(({ listeners }) => listeners.includes(user)).map(({ subject }) => subject),
      ...(isService ? [cancelled] : []),
    ].sort(),
  };
}

/** Whoever starts first makes the stream; nobody may change, empty or remove it. Only its own consumer is anybody's. */
const eventStream = (service: string) => [
  '$JS.API.STREAM.INFO.EVENTS',
  '$JS.API.STREAM.CREATE.EVENTS',
  `$JS.API.CONSUMER.CREATE.EVENTS.${service}.events.${service}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${service}`,
  `$JS.API.CONSUMER.INFO.EVENTS.${service}`,
  `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${service}`,
  `$JS.ACK.EVENTS.${service}.>`,
];

const fileStore = [
  '$JS.API.INFO',
  ...['INFO', 'CREATE', 'UPDATE', 'PURGE'].map((act) => `$JS.API.STREAM.${act}.FILES`),
];

/** The gateway stores what people upload, the imports service reads it; both remove what nobody needs. */
const files: Partial<Record<CallerName, string[]>> = {
  gateway: [...fileStore, 'files.*.*'],
  imports: [...fileStore, '$JS.API.STREAM.MSG.GET.FILES', '$JS.API.DIRECT.GET.FILES.>'],
};
