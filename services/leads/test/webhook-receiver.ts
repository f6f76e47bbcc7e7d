import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Change } from '@lead-finder/contracts';
import { eventually, makeAuthority } from '@lead-finder/testing';
import { Webhook } from 'standardwebhooks';
import { WebhookHttps } from '../src/webhook/webhook-https.js';

interface Message {
  path: string;
  headers: Record<string, string>;
  body: string;
  change: Change;
}

/** The receiver at https://hooks.example, which answers 200 unless a spec says otherwise. */
export async function startReceiver() {
  const authority = makeAuthority();
  const { certificate: cert, key } = authority.issue('hooks.example');
  const received: Message[] = [];
  let answer: (message: Message) => Promise<number> | number = () => 200;
  const server = createServer({ cert, key }, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const message = {
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body,
      change: JSON.parse(body) as Change,
    };
    received.push(message);
    const status = await answer(message);
    response.writeHead(status, { location: 'https://hooks.example/moved' }).end(`answer ${status}`);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const https = new WebhookHttps([], {
    ca: authority.certificate,
    port,
    lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return {
    received,
    provider: { provide: WebhookHttps, useValue: https },
    /** Decides the answers to messages from now on. */
    answers: (by: typeof answer) => void (answer = by),
    /** Returns the messages once there are `count`. */
    messages: (count: number) =>
      eventually(() => {
        if (received.length < count) throw new Error(`${received.length} of ${count} messages`);
        return received;
      }),
    empty() {
      received.splice(0);
      answer = () => 200;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Throws unless the message is signed with the secret. */
export const verify = ({ body, headers }: Message, secret: string) => new Webhook(secret).verify(body, headers);
