import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { identityOf, type GatewayRequest } from '../requests/caller.js';
import { onResponseEnd } from '../requests/response-end.js';
import { bearerOf, type TokenCache } from './api-token-access.js';
import { hashOfToken, type SessionCache } from './session-cache.js';
import type { SessionCookie } from './session-cookie.js';

interface Reader {
  userId: number;
  tokenHash: string;
}

/**
 * Breaks off the files and lists that stream to users whose session or token ends: they read their chunks with the rights of
 * their beginning (docs/product/accounts.md#what-ends-sessions).
 */
export function breakOffDownloads(
  fastify: FastifyInstance,
  sessions: SessionCache,
  tokens: TokenCache,
  cookie: SessionCookie,
): void {
  const running = new Map<ServerResponse, Reader>();

  fastify.addHook('onSend', (request, { raw }, payload, done) => {
    done(null, payload);
    const { user } = request as GatewayRequest;
    if (!user || !(payload instanceof Readable)) return;
    const bearer = bearerOf(request);
    const token = bearer ?? cookie.read(request)!;
    running.set(raw, { userId: user.actor.id, tokenHash: hashOfToken(token) });
    onResponseEnd(raw, () => running.delete(raw));
    // The session may have ended while the first chunk was read.
    (bearer === undefined ? sessions : tokens).find(token, false, identityOf(request)).then(
      (session) => session || raw.destroy(),
      () => undefined,
    );
  });
  const stopListening = sessions.onEnd((userId, tokenHash) => {
    for (const [response, reader] of running)
      if (tokenHash === null ? reader.userId === userId : reader.tokenHash === tokenHash) response.destroy();
  });
  fastify.addHook('onClose', (_instance, done) => {
    stopListening();
    done();
  });
}
