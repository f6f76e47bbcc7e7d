// An HTTP client that needs little CPU, so that the server is measured.
import http from 'node:http';

export const percentile = (times, share) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
};
export const p95 = (times) => percentile(times, 0.95);

/** A client with keep-alive connections. `send` accepts another cookie and more headers, and returns status, headers, text and milliseconds. */
export function visitor(base, connections = 16) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let cookie = '';
  const send = (method, path, body, { onChunk, cookie: given, headers: more } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        cookie: given ?? cookie,
        ...more,
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const request = http.request(new URL(path, base), { method, agent, headers }, (response) => {
        const chunks = [];
        response.on('data', onChunk ?? ((chunk) => chunks.push(chunk)));
        response.on('error', reject);
        response.on('end', () => {
          const set = response.headers['set-cookie'];
          if (set) cookie = set.map((each) => each.split(';')[0]).join('; ');
          const answer = Buffer.concat(chunks).toString();
          const ms = performance.now() - startedAt;
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: answer,
            ms,
            json: () => JSON.parse(answer),
          });
        });
      });
      request.on('error', reject);
      request.end(text);
    });
  return { send, get: (path) => send('GET', path), cookie: () => cookie, close: () => agent.destroy() };
}

export async function signedIn(url, username, password) {
  const client = visitor(url);
  const answer = await client.send('POST', '/api/login', { username, password });
  if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.text}`);
  return client;
}

/** Sends requests over some connections. Returns the milliseconds of each. Throws at any status other than 200. */
export async function load(client, path, { requests, connections }) {
  const times = [];
  let sent = 0;
  const pathOf = typeof path === 'function' ? path : () => path;
  const work = async () => {
    while (sent < requests) {
      const at = pathOf(sent++);
      const answer = await client.get(at);
      if (answer.status !== 200) throw new Error(`${at} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      times.push(answer.ms);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}
