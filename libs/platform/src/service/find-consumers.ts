import * as contracts from '@lead-finder/contracts';
import type { EventContract, RequestContract, ServiceName } from '@lead-finder/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { contractHandledBy } from '../bus/handle.js';
import type { EventConsumer } from '../events/consumers.js';
import { consumerMarkOf, type ConsumerMark } from '../events/on-event.js';

const defined = Object.values(contracts) as { kind?: string }[];
const requests = defined.filter((each): each is RequestContract => each?.kind === 'request');
const events = defined.filter((each): each is EventContract => each?.kind === 'event');

/** Throws for a request without exactly one handler, and for a missing or an undeclared consumer. */
export function findConsumers(service: ServiceName, app: INestApplicationContext): EventConsumer[] {
  const handled: RequestContract[] = [];
  const consumers: EventConsumer[] = [];
  for (const [instance, method] of methodsOf(app)) {
    const request = contractHandledBy(method);
    const mark = consumerMarkOf(method);
    if (request) handled.push(request);
    if (mark) consumers.push(consumerOf(mark, method.bind(instance) as () => Promise<void>));
  }
  const problems = [
    ...requests
      .filter((each) => each.service === service)
      .flatMap((each) => {
        const times = handled.filter((one) => one.subject === each.subject).length;
        return times === 1 ? [] : [`${each.subject} has ${times} handlers`];
      }),
    ...handled.filter((each) => each.service !== service).map((each) => `${each.subject} belongs to ${each.service}`),
    ...events.flatMap((each) => {
      const times = consumers.filter(({ event }) => event.type === each.type).length;
      const wanted = each.consumers.includes(service) ? 1 : 0;
      return times === wanted ? [] : [`${each.type} has ${times} consumers, but the contract says ${wanted}`];
    }),
  ];
  if (problems.length > 0)
    throw new Error(`The ${service} service does not match its contracts: ${problems.join('; ')}`);
  return consumers;
}

const consumerOf = ({ event, isOfBatch }: ConsumerMark, method: () => Promise<void>): EventConsumer =>
  isOfBatch ? { event, consumeBatch: method } : { event, consume: method };

function* methodsOf(app: INestApplicationContext): Generator<[object, (...args: unknown[]) => unknown]> {
  const discovery = app.get(DiscoveryService);
  const scanner = new MetadataScanner();
  const seen = new Set<object>();
  for (const { instance } of [...discovery.getControllers(), ...discovery.getProviders()]) {
    if (!instance || typeof instance !== 'object' || seen.has(instance)) continue;
    seen.add(instance);
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown> | null;
    if (!prototype) continue;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      if (typeof method === 'function') yield [instance, method as (...args: unknown[]) => unknown];
    }
  }
}
