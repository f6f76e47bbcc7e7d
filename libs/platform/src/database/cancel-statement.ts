import type { ClientBase } from 'pg';
import { GuardedClient } from './guarded-client.js';

interface CancelKey {
  processID: number;
  secretKey: number;
}

interface Wire {
  startup(): void;
  cancel(processId: number, secretKey: number): void;
}

const timeoutMs = 3_000;

/** Sends the protocol's cancel request, which a pooler forwards. It needs a connection of its own, but no session. */
export async function cancelStatement(url: string, running: ClientBase): Promise<void> {
  const { processID, secretKey } = running as ClientBase & CancelKey;
  const client = new GuardedClient({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  const { connection } = client as unknown as { connection: Wire };
  connection.startup = () => connection.cancel(processID, secretKey);
  // The server closes the connection once it has sent the signal. If it is not reachable, the next check tries again.
  await client.connect().catch(() => undefined);
}
