import { createServer } from 'node:http';

/** Opens an address that starts what the path of a request names, and returns the text of `get`. */
export async function openStarter(get) {
  const server = createServer((request, response) => {
    // A reused connection might close just when the next spec uses it.
    response.setHeader('connection', 'close');
    get(request.url.slice(1)).then(
      (text) => response.end(text),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
