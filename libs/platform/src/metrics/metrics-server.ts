import { createServer } from 'node:http';
import { listen } from '../health/listen.js';
import type { Metrics } from './metrics.js';

export async function startMetricsServer(
  host: string,
  port: number,
  { registry }: Metrics,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return listen(server, host, ['METRICS_PORT', port]);
}
