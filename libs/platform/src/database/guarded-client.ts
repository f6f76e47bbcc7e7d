import { Client, type ClientConfig } from 'pg';

/** A lost connection does not end the process: an 'error' may arrive while the pool and the borrower do not listen. */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
