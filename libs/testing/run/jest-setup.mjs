import { createServer } from 'node:http';
import { openTestServers } from './test-servers.mjs';

/**
 * Jest's global set-up. `npm test` has started the servers already; where a spec is run by hand, this opens only an
 * address on loopback that starts each server when a spec first asks for it. Specs without servers pay nothing.
 */
export default async function setup() {
  if (process.env.TEST_RUN_FOLDER) return;
  const servers = openTestServers();
  const desk = createServer((request, response) => {
    // A connection that is kept may be closed here in the very moment when the next spec asks by it.
    response.setHeader('connection', 'close');
    servers.get(request.url.slice(1)).then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((resolve) => desk.listen(0, '127.0.0.1', resolve));
  desk.unref();
  process.env.TEST_SERVERS = `http://127.0.0.1:${desk.address().port}`;
  globalThis.closeTestServers = async () => {
    desk.closeAllConnections();
    desk.close();
    await servers.close();
  };
}
