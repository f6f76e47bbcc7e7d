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

export const natsUsers: readonly CallerName[] = [...serviceNames, 'gateway'];

export interface NatsRights {
  publish: string[];
  subscribe: string[];
}

/** The subjects that a process may publish and subscribe to, from the contracts alone (ADR 0009). */
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

/** The first process creates the stream. None may change, purge or delete it, and each has only its own consumer. */
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

/** The gateway stores uploads and the imports service reads them; both delete those that are no longer needed. */
const files: Partial<Record<CallerName, string[]>> = {
  gateway: [...fileStore, 'files.*.*'],
  imports: [...fileStore, '$JS.API.STREAM.MSG.GET.FILES', '$JS.API.DIRECT.GET.FILES.>'],
};
