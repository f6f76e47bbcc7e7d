import { lookup as resolve } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.rules.js';

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array | string | undefined;
  signal: AbortSignal;
}

const maxBytes = 1024 * 1024;

/** Connects only to the addresses that it has checked, so that a name cannot resolve differently afterwards. */
const publicLookup: LookupFunction = (name, options, found) =>
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error) found(error, '');
    else if (refused) found(new Error(`${name} is not a public address`), '');
    else if (options.all) found(null, addresses);
    else found(null, addresses[0]!.address, addresses[0]!.family);
  });

/**
 * Sends requests to servers that users name: by https, to port 443 of public addresses, without redirects. The operator
 * may name other servers by their origins.
 */
export class PublicHttps {
  constructor(
    private readonly options: Pick<RequestOptions, 'ca' | 'lookup' | 'port'> = {},
    private readonly internalOrigins: readonly string[] = [],
  ) {}

  /** Returns the status. Rejects an address that is not public, and a server that does not respond. */
  async post(address: string, sent: Omit<Sent, 'method'>): Promise<number> {
    const response = await this.send(address, { ...sent, method: 'POST' });
    response.destroy();
    return response.statusCode!;
  }

  /** Returns the whole response, as `fetch` does. Rejects as `post`, and a response of more than 1 MiB. */
  async fetch(address: string, sent: Sent): Promise<Response> {
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
    const name = hostname.replace(/^\[|\]$/g, '');
    const isInternal = this.internalOrigins.includes(origin);
    if (!isInternal && (protocol !== 'https:' || port || isIP(name)))
      return Promise.reject(new Error(`${protocol}//${hostname} is not a public https address`));
    const common = { path: pathname + search, method, headers, signal, agent: false } as const;
    const options = isInternal
      ? { ...common, hostname: name, ...(port && { port }) }
      : { ...common, hostname, lookup: publicLookup, ...this.options };
    return new Promise((done, fail) => {
      const request = (protocol === 'http:' ? requestHttp : requestHttps)(options, done);
      request.on('error', fail);
      request.end(body);
    });
  }
}
