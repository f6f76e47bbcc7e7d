import { setTimeout as pause } from 'node:timers/promises';
import { GuardedClient } from './guarded-client.js';

const tryAgainMs = 100;

/**
 * Runs the work under a lock of the whole deployment. The lock ends with the connection, also after a crash. It belongs
 * to a transaction, because a pooler lends a session for no longer; waiting occupies none.
 */
export async function withAdvisoryLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new GuardedClient({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      // With a parameter the portal would hold a snapshot, which no vacuum and no build of an index passes.
      const key = `hashtextextended(${client.escapeLiteral(name)}, 0)`;
      const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${key}) as mine`);
      if (rows[0]!.mine) return await work();
      await client.query('rollback');
      await pause(tryAgainMs);
    }
  } finally {
    await client.end();
  }
}
