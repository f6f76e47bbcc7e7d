import 'reflect-metadata';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import {
  explainListening,
  NestLog,
  urlHost,
  type Notice,
  type Readiness,
  type RunningRole,
  type Infrastructure,
} from '@lead-finder/platform';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { boundArrivingBodies } from './http/uploads/arriving-bodies.js';
import { refuseAddress, routableUrl } from './http/requests/bad-address.js';
import { clientLimits, type ClientLimits } from './http/requests/client-limits.js';
import { servePage } from './http/page.js';
import { drain } from './http/requests/drain.js';
import { PlacesNotices } from './http/places-notices.js';
import { GatewayBus } from './http/requests/gateway-bus.js';
import { measureRequests, logRequests } from './http/requests/request-log.js';
import { traceRequests } from './http/requests/request-traces.js';
import { boundRequests } from './http/requests/requests-at-once.js';
import { prepareResponses, refuseRequests, requestId } from './http/requests/requests.js';
import { acceptScim } from './http/requests/scim-bodies.js';
import { acceptProviderForms } from './http/sessions/provider-forms.js';
import { TokenCache } from './http/sessions/api-token-access.js';
import { breakOffDownloads } from './http/sessions/ended-downloads.js';
import { SessionCache } from './http/sessions/session-cache.js';
import { SessionCookie } from './http/sessions/session-cookie.js';
import { refuseUnreadable } from './http/requests/unreadable.js';
import { endUnreadResponses } from './http/requests/unread-responses.js';
import { trackUnusedConnections } from './http/requests/unused-connections.js';
import { acceptUploads } from './http/uploads/upload.js';

export interface GatewayOptions {
  loopbackOnly?: boolean;
  /** While it is false, the gateway serves the page and its health alone; other requests get 503. */
  isOpen?: () => boolean;
  limits?: ClientLimits;
}

export interface RunningGateway extends RunningRole {
  url: string;
}

/** A stop waits this long for open requests: a client may never read its response or send its whole body. */
const closeWithinMs = 12_000;

const noCompiler = () => {
  throw new Error('A route has a schema of Fastify, but the contracts check requests and responses');
};

/** Fastify would load its compilers of schemas at each start, also if no route has a schema. */
const withoutSchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

function awayNotices({ isConnected }: Infrastructure, isOpen: () => boolean): Notice[] {
  if (!isConnected()) return [{ code: 'nats_away', isDegraded: true }];
  return isOpen() ? [] : [{ code: 'services_away', isDegraded: true }];
}

/** Serves the API (docs/product/errors-and-http.md#paths) and the page on HOST and PORT. */
export async function startGateway(
  settings: GatewaySettings,
  infrastructure: Infrastructure,
  readiness: Readiness,
  { loopbackOnly = false, isOpen = () => true, limits = clientLimits }: GatewayOptions = {},
): Promise<RunningGateway> {
  const log = infrastructure.log.child({ role: 'gateway' });
  const adapter = new FastifyAdapter({
    trustProxy: settings.TRUST_PROXY > 0 && ((_address: string, hop: number) => hop < settings.TRUST_PROXY),
    bodyLimit: 1024 * 1024,
    genReqId: requestId,
    rewriteUrl: routableUrl,
    frameworkErrors: refuseAddress(settings),
    clientErrorHandler: refuseUnreadable(settings),
    // The hook rejects a request without a host, with the headers of every response.
    http: {
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / 10,
    },
    routerOptions: { maxParamLength: 500 },
    schemaController: withoutSchemas,
    forceCloseConnections: 'idle',
  });
  const module = GatewayModule.for(settings, infrastructure, readiness, limits, loopbackOnly);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  await fastify.register(fastifyCookie);
  await fastify.register(fastifyCompress, { global: true, threshold: 1_024, encodings: ['br', 'gzip'] });
  traceRequests(fastify);
  prepareResponses(fastify, settings);
  endUnreadResponses(fastify, limits.unreadMs);
  boundArrivingBodies(fastify, limits);
  refuseRequests(fastify, settings);
  boundRequests(fastify, settings.REQUESTS_AT_ONCE, isOpen);
  logRequests(fastify, log);
  if (infrastructure.metrics) measureRequests(fastify, infrastructure.metrics);
  breakOffDownloads(fastify, app.get(SessionCache), app.get(TokenCache), app.get(SessionCookie));
  acceptUploads(fastify);
  acceptScim(fastify);
  acceptProviderForms(fastify);
  await servePage(fastify, app.get(SessionCookie));
  const placesNotices = new PlacesNotices(app.get(GatewayBus));
  const closeUnused = trackUnusedConnections(fastify.server);
  try {
    // Nest would log an error of init() before the one line of this function.
    await app.init();
    await fastify.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    await app.close();
    throw explainListening(error, ['HOST', settings.HOST], ['PORT', settings.PORT]);
  }
  const { port } = fastify.server.address() as { port: number };
  return {
    name: 'gateway',
    url: `http://${urlHost(settings.HOST)}:${port}`,
    check: async () => {},
    notices: () => [...awayNotices(infrastructure, isOpen), ...placesNotices.current()],
    stop: async () => {
      await drain(fastify.server, settings.DRAIN_SECONDS);
      app.get(SessionCache).close();
      app.get(TokenCache).close();
      closeUnused();
      const deadline = setTimeout(() => fastify.server.closeAllConnections(), closeWithinMs);
      // The server itself closes only the connections that are idle now, not after their last response.
      const idle = setInterval(() => fastify.server.closeIdleConnections(), 100);
      await app.close().finally(() => {
        clearTimeout(deadline);
        clearInterval(idle);
      });
    },
  };
}
