import { lookup as resolve } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.rules.js';

interface Post {
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
}

/** Connects only to the addresses that it has checked, so that a name cannot resolve differently afterwards. */
const publicLookup: LookupFunction = (name, options, found) =>
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error) found(error, '');
    else if (refused) found(new Error(`${name} is not a public address`), '');
    else if (options.all) found(null, addresses);
    else found(null, addresses[0]!.address, addresses[0]!.family);
  });

/** Sends requests to servers that users name: by https, to port 443 of public addresses, without redirects. */
export class PublicHttps {
  constructor(private readonly options: Pick<RequestOptions, 'ca' | 'lookup' | 'port'> = {}) {}

  /** Returns the status. Rejects an address that is not public, and a server that does not respond. */
  post(address: string, { headers, body, signal }: Post): Promise<number> {
    const { protocol, hostname, port, pathname, search } = new URL(address);
    if (protocol !== 'https:' || port || isIP(hostname.replace(/^\[|\]$/g, '')))
      return Promise.reject(new Error(`${protocol}//${hostname} is not a public https address`));
    return new Promise((done, fail) => {
      const path = pathname + search;
      const options = { hostname, path, method: 'POST', headers, signal, agent: false, lookup: publicLookup };
      const sent = request({ ...options, ...this.options }, (response) => {
        done(response.statusCode!);
        response.destroy();
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }
}
