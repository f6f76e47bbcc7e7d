import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../config/environment.js';
import type { Logger } from '../logging/logger.js';
import { isDatabaseUnreachable } from './database-errors.js';
import { PendingMigrationsError } from './migrate.js';

export interface DatabaseWait {
  log: Logger;
  stopAsked?: AbortSignal | undefined;
  /** False if no other process will prepare the database: then a missing login or right ends the start at once. */
  waitsForBootstrap: boolean;
  maxRejectedMs?: number;
}

interface Problem {
  what: string;
  until: string;
}

const unreachable: Problem = { what: 'PostgreSQL is not reachable', until: 'it is' };
const noConnection: Problem = { what: 'PostgreSQL has no free connection', until: 'it has one' };
const unmigrated: Problem = { what: 'The schema is not migrated yet', until: 'bootstrap of this version has run' };
/** PgBouncer gives its own errors this SQL state, if it cannot reach PostgreSQL and if its configuration is wrong. */
const poolerError = '08P01';
const rejectedByPooler: Problem = { what: 'The pooler rejects the connection', until: 'it accepts it' };
const untilPrepared = 'bootstrap has prepared the database';
/** The errors of PostgreSQL until bootstrap has made the login, the role and the schema of a service. */
const unprepared: Record<string, Problem> = {
  '28P01': { what: 'PostgreSQL rejects the login', until: untilPrepared },
  '28000': { what: 'PostgreSQL rejects the login', until: untilPrepared },
  '3D000': { what: 'The database does not exist', until: untilPrepared },
  '42501': { what: 'The login lacks a right', until: untilPrepared },
};

const retryMs = 500;
const repeatLogMs = 30_000;
/** As long as a roll-out may take in Kubernetes, so that it fails before the process ends. */
const rollOutMs = 5 * 60_000;

/**
 * Repeats the work until PostgreSQL is reachable and the schema is migrated, without a limit, and until it and its pooler
 * accept the login and its work, for five minutes. Then it throws a StartError.
 */
export async function waitForDatabase<T>(work: () => Promise<T>, wait: DatabaseWait): Promise<T> {
  const { log, stopAsked, waitsForBootstrap, maxRejectedMs = rollOutMs } = wait;
  let logged: { what: string; at: number } | undefined;
  let rejectedSince: number | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      const problem = problemOf(error, code);
      if (!problem) throw error;
      const { what, until } = problem;
      if (code in unprepared && !waitsForBootstrap) throw new StartError(`${what}: ${message}`);
      const now = performance.now();
      rejectedSince = [unreachable, unmigrated].includes(problem) ? undefined : (rejectedSince ?? now);
      if (rejectedSince !== undefined && now - rejectedSince >= maxRejectedMs) {
        const seconds = Math.round(maxRejectedMs / 1_000);
        throw new StartError(`${what}, for ${seconds} s: ${message}. The start waited until ${until}.`);
      }
      if (logged?.what !== what || now - logged.at >= repeatLogMs) {
        log.warn({ code, reason: message }, `${what}. The start continues when ${until}.`);
        logged = { what, at: now };
      }
      await pause(retryMs, undefined, { signal: stopAsked });
    }
  }
}

function problemOf(error: unknown, code: string): Problem | undefined {
  if (code === '53300') return noConnection;
  if (code === poolerError) return rejectedByPooler;
  if (error instanceof PendingMigrationsError) return unmigrated;
  return isDatabaseUnreachable(error) ? unreachable : unprepared[code];
}
