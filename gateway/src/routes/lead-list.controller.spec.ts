import type { Caller } from '@lead-finder/platform';
import type { FastifyReply } from 'fastify';
import type { GatewayBus } from '../http/requests/gateway-bus.js';
import { LeadListController } from './lead-list.controller.js';

describe('the answer of a map', () => {
  const answerOf = async (found: object) => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => (headers[name] = value) } as unknown as FastifyReply;
    const bus = { forward: async () => ({ total: 9, ...found }) } as unknown as GatewayBus;
    return { body: await new LeadListController(bus).map({}, {} as Caller, reply), headers };
  };

  it('says in headers that it is of a sample, and that there are more leads than its total', async () => {
    const headers = { 'x-sampled': 'true', 'x-total-count-exact': 'false' };
    expect(await answerOf({ sampled: true, totalIsExact: false })).toEqual({ body: { total: 9 }, headers });
  });

  it.each([
    ['all leads', { sampled: false, totalIsExact: true }],
    ['a leads service of the version before, which does not say whether its total is exact', { sampled: false }],
  ])('has no such header from %s', async (_, found) => {
    expect(await answerOf(found)).toEqual({ body: { total: 9 }, headers: {} });
  });
});
