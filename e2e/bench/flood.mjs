// Reads only the status and the length of a response, because client, product and database share one machine.
import { once } from 'node:events';
import net from 'node:net';
import { percentile } from './load.mjs';

const endOfHead = Buffer.from('\r\n\r\n');

export function requestText(host, { method = 'GET', path, body }, cookie) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content = text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}${content}\r\n${text}`;
}

/** One keep-alive connection with one request at a time. */
class Line {
  received = null;
  /** The length of the arriving response, or null before its head is complete. */
  end = null;
  status = 0;
  settle = null;

  static async open({ hostname, port }) {
    const line = new Line();
    line.socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    await once(line.socket, 'connect');
    line.socket.on('data', (chunk) => line.take(chunk));
    line.socket.on('error', (error) => line.settle?.reject(error));
    line.socket.on('close', () => line.settle?.reject(new Error('the connection was closed')));
    return line;
  }

  /** Resolves with the status and a function that decodes the body. */
  ask(text) {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(text);
    });
  }

  take(chunk) {
    this.received = this.received ? Buffer.concat([this.received, chunk]) : chunk;
    if (this.end === null && !this.readHead()) return;
    if (this.received.length < this.end) return;
    const { received, status, settle } = this;
    Object.assign(this, { received: null, end: null, settle: null });
    settle.resolve({ status, text: () => received.toString('utf8', received.indexOf(endOfHead) + 4) });
  }

  readHead() {
    const at = this.received.indexOf(endOfHead);
    if (at < 0) return false;
    const head = this.received.latin1Slice(0, at);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && this.status !== 204 && this.status !== 304) {
      this.settle.reject(new Error(`An answer without a length is not measured here: ${head}`));
      return false;
    }
    this.end = at + endOfHead.length + Number(length ?? 0);
    return true;
  }
}

/** Returns responses per second, percentiles in milliseconds, and the failures: responses without 2xx. */
export async function flood({ url, connections, seconds, requestOf }) {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(new URL(url))));
  const times = [];
  const failures = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const work = async (line, connection) => {
    for (let sentAt = performance.now(); sentAt < until;) {
      const text = requestOf(connection);
      const answer = await line.ask(text);
      const now = performance.now();
      if (now < until) times.push(now - sentAt);
      if (answer.status < 200 || answer.status > 299)
        failures.push(`${text.split('\r\n')[0]}: ${answer.status} ${answer.text().slice(0, 300)}`);
      sentAt = now;
    }
  };
  try {
    await Promise.all(lines.map(work));
  } finally {
    lines.forEach(({ socket }) => socket.destroy());
  }
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    failures,
  };
}
