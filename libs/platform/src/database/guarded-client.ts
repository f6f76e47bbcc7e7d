import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose loss fails what runs on it, and not the process. An 'error' that nobody listens for would end that:
 * a pool listens for the connections that lie in it, and whoever takes one listens a moment later, but the server's
 * goodbye may come between the two, in the same packet as the answer before it.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
