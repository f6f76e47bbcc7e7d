import { createServer } from 'node:http';
import { openTestServers } from './test-servers.mjs';

/** For a spec that runs alone it opens an address that starts each server on the first request for it. */
export default async function setup() {
  if (process.env.TEST_RUN_FOLDER) return;
  const servers = openTestServers();
  const starter = createServer((request, response) => {
    // A reused connection might close just when the next spec uses it.
    response.setHeader('connection', 'close');
    servers.get(request.url.slice(1)).then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((resolve) => starter.listen(0, '127.0.0.1', resolve));
  starter.unref();
  process.env.TEST_SERVERS = `http://127.0.0.1:${starter.address().port}`;
  globalThis.closeTestServers = async () => {
    starter.closeAllConnections();
    starter.close();
    await servers.close();
  };
}
