import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose loss does not end the process: an 'error' may arrive while neither the pool nor the borrower
 * listens.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
