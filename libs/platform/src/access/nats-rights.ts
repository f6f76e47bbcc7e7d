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

/** A process of the product, or the commands that back up and restore the uploads. */
export type NatsUser = CallerName | 'backup';
export const natsUsers: readonly NatsUser[] = [...serviceNames, 'gateway', 'backup'];

export interface NatsRights {
  publish: string[];
  subscribe: string[];
}

/** The subjects that a process may publish and subscribe to, from the contracts alone (ADR 0009). */
export function natsRights(user: NatsUser): NatsRights {
  const isService = serviceNames.some((name) => name === user);
  return {
    publish: [
      ...requests.filter(({ callers }) => includes(callers, user)).map(({ subject }) => subject),
      ...events
        .filter(({ type }) => type.startsWith(`${user}.`))
        .flatMap(({ type, consumers }) => consumers.map((consumer) => `events.${consumer}.${type}`)),
      ...signalRights.filter(({ publishers }) => includes(publishers, user)).map(({ subject }) => subject),
      ...(user === 'backup' ? [] : [cancelled]),
      ...(isService ? eventStream(user) : []),
      ...(files[user] ?? []),
    ].sort(),
    subscribe: [
      `${inboxOf(user)}.>`,
      ...requests.filter(({ service }) => service === user).map(({ subject }) => subject),
      ...signalRights.filter(({ listeners }) => includes(listeners, user)).map(({ subject }) => subject),
      ...(isService ? [cancelled] : []),
    ].sort(),
  };
}

const includes = (names: readonly string[], user: NatsUser) => names.includes(user);

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

const fileStore = ['$JS.API.INFO', ...['INFO', 'CREATE', 'PURGE'].map((act) => `$JS.API.STREAM.${act}.FILES`)];

const setLimits = ['$JS.API.STREAM.UPDATE.FILES'];
const readFiles = ['$JS.API.STREAM.MSG.GET.FILES', '$JS.API.DIRECT.GET.FILES.>'];
const writeFiles = ['files.*.*'];

/** The gateway stores uploads and the imports service reads them; both delete those that are no longer needed. */
const files: Partial<Record<NatsUser, string[]>> = {
  gateway: [...fileStore, ...setLimits, ...writeFiles],
  imports: [...fileStore, ...setLimits, ...readFiles],
  backup: [...fileStore, ...readFiles, ...writeFiles],
};
