import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Serves requests for some more seconds, because balancers learn late that a process stops. Each response ends its
 * connection, so that the client opens the next one elsewhere.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
  await pause(seconds * 1_000);
}
