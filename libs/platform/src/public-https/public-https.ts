import { lookup as resolve, type LookupAddress } from 'node:dns';
import { Agent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.rules.js';

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array | string | undefined;
  signal: AbortSignal;
  /** The largest response of `fetch`; default 1 MiB. */
  maxBytes?: number;
}

const mebibyte = 1024 * 1024;
const idleMs = 30_000;

const nameOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Connects only to the addresses that it has checked, so that a name cannot resolve differently afterwards. */
export const checkedLookup =
  (resolveName: LookupFunction): LookupFunction =>
  (name, options, found) =>
    resolveName(name, { ...options, all: true }, (error, resolved) => {
      const addresses = resolved as LookupAddress[];
      const refused = error || addresses.find(({ address }) => !isPublicAddress(address));
      if (error) found(error, '');
      else if (refused || addresses.length === 0) found(new Error(`${name} is not a public address`), '');
      else if (options.all) found(null, addresses);
      else found(null, addresses[0]!.address, addresses[0]!.family);
    });
const publicLookup = checkedLookup(resolve as LookupFunction);

/**
 * Sends requests to servers that users name: by https, to port 443 of public addresses, without redirects. The operator
 * may name other servers by their origins.
 */
export class PublicHttps {
  private readonly agents: { http: Agent | false; https: TlsAgent | false };

  /** With `reuse` it sends further requests to a server over the same connections, whose addresses it has checked. */
  constructor(
    private readonly options: Pick<RequestOptions, 'ca' | 'lookup' | 'port'> = {},
    private readonly internalOrigins: readonly string[] = [],
    reuse = false,
  ) {
    const each = { keepAlive: true, timeout: idleMs };
    this.agents = { http: reuse && new Agent(each), https: reuse && new TlsAgent(each) };
  }

  /** Whether the address may be one that `send` accepts. What its name resolves to shows only there. */
  accepts(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { origin, protocol, hostname, port } = new URL(address);
    if (this.internalOrigins.includes(origin)) return true;
    return protocol === 'https:' && !port && !isIP(nameOf(hostname));
  }

  /** Returns the status. Rejects an address that is not public, and a server that does not respond. */
  async post(address: string, sent: Omit<Sent, 'method'>): Promise<number> {
    const response = await this.send(address, { ...sent, method: 'POST' });
    response.destroy();
    return response.statusCode!;
  }

  /** Returns the whole response, as `fetch` does. Rejects as `post`, and a response that is too large. */
  async fetch(address: string, { maxBytes = mebibyte, ...sent }: Sent): Promise<Response> {
    const response = await this.send(address, sent);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`${new URL(address).host} sent more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const hasBody = bytes > 0 && ![204, 304].includes(response.statusCode!);
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: response.statusCode!, headers });
  }

  private send(address: string, { method, headers, body, signal }: Sent): Promise<IncomingMessage> {
    const { origin, protocol, hostname, port, pathname, search } = new URL(address);
    if (!this.accepts(address))
      return Promise.reject(new Error(`${protocol}//${hostname} is not a public https address`));
    const isPlain = protocol === 'http:';
    const agent = isPlain ? this.agents.http : this.agents.https;
    const common = { path: pathname + search, method, headers, signal, agent } as const;
    const options = this.internalOrigins.includes(origin)
      ? { ...common, hostname: nameOf(hostname), ...(port && { port }) }
      : { ...common, hostname, lookup: publicLookup, ...this.options };
    const attempt = (): Promise<IncomingMessage> =>
      new Promise((done, fail) => {
        const request = (isPlain ? requestHttp : requestHttps)(options, done);
        // The server may close a connection just as it is used again, and has not read the request then.
        request.on('error', (error: Error & { code?: string }) =>
          request.reusedSocket && error.code === 'ECONNRESET' ? attempt().then(done, fail) : fail(error),
        );
        request.end(body);
      });
    return attempt();
  }
}
