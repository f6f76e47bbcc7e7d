import { Metrics, openLogger } from '@lead-finder/platform';
import { fastify } from 'fastify';
import { measureRequests } from './request-log.js';

describe('request metrics', () => {
  it('count each response by route and status, not by path, without the live stream', async () => {
    const metrics = new Metrics(openLogger('silent'));
    const app = fastify();
    measureRequests(app, metrics);
    app.get('/api/business/:id', async (request, reply) =>
      reply.status((request.params as { id: string }).id === '9' ? 404 : 200).send({}),
    );
    app.get('/api/events', async () => ({}));
    for (const url of ['/api/business/1', '/api/business/2', '/api/business/9', '/api/events', '/nothing/here'])
      await app.inject(url);
    await app.close();
    const counts = (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('http_request_duration_seconds_count'));
    expect(counts.sort()).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/api/business/:id",status="200"} 2',
      'http_request_duration_seconds_count{method="GET",route="/api/business/:id",status="404"} 1',
      'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    ]);
  });
});
