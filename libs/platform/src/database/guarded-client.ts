import { Client, type ClientConfig } from 'pg';

/**
 * A connection whose loss fails its own work and not the process. An 'error' without a listener would end the process:
 * a pool listens to its idle connections and a borrower listens a moment later, but the server's last message may
 * arrive in between.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
