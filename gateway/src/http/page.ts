import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the built page lies, seen from the sources and from the build alike. */
export const builtPage = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built page: hashed files for a year, index.html for every path that the page's own router knows. Paths below
 * /api and names of files that are not there stay 404.
 */
export async function servePage(fastify: FastifyInstance, folder = builtPage): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    setHeaders: (reply, file) =>
      void reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  fastify.get('/*', (request, reply) => {
    if (/^\/(api|assets)(\/|$|\?)/.test(request.url)) return reply.callNotFound();
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
