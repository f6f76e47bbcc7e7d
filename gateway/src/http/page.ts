import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { pages } from '@lead-finder/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './sessions/session-cookie.js';

/** The folder of the built page; the path is the same from src/ and from dist/. */
export const builtPage = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** True if a browser opens a page, false if a client asks for data, a picture or metrics. */
const isNavigation = ({ headers, params }: FastifyRequest) =>
  !/^(api|assets)(\/|$)/.test((params as { '*': string })['*']) && (headers.accept ?? '').includes('text/html');

/**
 * Serves the built page: hashed files with a cache of one year, index.html for every path of the page's router. At any
 * other path a browser gets index.html with 404, and any other client gets the API's error.
 */
export async function servePage(fastify: FastifyInstance, cookie: SessionCookie, folder = builtPage): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      // XML needs a character set as text does (ASVS 4.1.1); the plug-in sets none for pictures.
      if (file.endsWith('.svg')) void reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  const send = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html');
  const early = earlyRequests(folder);
  for (const page of pages) {
    fastify.get<{ Params: Record<string, string> }>(page, (request, reply) => {
      if (early[page] && cookie.read(request)) reply.header('link', linksFor(early[page], request.params));
      return send(reply);
    });
  }
  fastify.get('/*', (request, reply) => (isNavigation(request) ? send(reply.status(404)) : reply.callNotFound()));
}

/** Reads the `Link` header of each page, which the build writes: the files and calls that its first script requests. */
function earlyRequests(folder: string): Partial<Record<string, string>> {
  const file = path.join(folder, 'early-requests.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

const linksFor = (links: string, params: Record<string, string>) =>
  links.replace(/:(\w+)/g, (whole, name: string) => (name in params ? encodeURIComponent(params[name]!) : whole));
