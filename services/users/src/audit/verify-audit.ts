import { entryProblem, sealProblem, type AuditSeal } from './audit-seal.rules.js';
import type { SealPlace } from './seal-place.js';
import { sealColumns, sealedEntries, type AuditReader } from './sealed-entries.js';

export interface AuditVerdict {
  /** The first problem, or null. */
  problem: string | null;
  /** Entries that are as they were sealed. */
  entries: number;
  seals: number;
  /** Newer entries that no seal covers yet. */
  unsealed: number;
}

/** As many as the database keeps at least (libs/platform/src/database/audit-trail.ts). */
const minKeptMs = 90 * 86_400_000;
/** More than a seal covers, so that added entries show. */
const readAtMost = 2_000;

/**
 * Compares the audit trail with its seals, seal by seal, and stops at the first difference. Seals from a place outside the
 * database count more than those inside it.
 */
export async function verifyAudit(reader: AuditReader, place: SealPlace | null): Promise<AuditVerdict> {
  const outside = place?.kind === 'store' ? place.read : async () => null;
  let previous: AuditSeal | null = null;
  let entries = 0;
  const verdict = (problem: string | null, unsealed = 0) => ({ problem, entries, seals: previous?.n ?? 0, unsealed });
  for (;;) {
    const n: number = (previous?.n ?? 0) + 1;
    const [row] = await reader.query<AuditSeal & { forgottenAt: Date | null }>(
      `select ${sealColumns}, forgotten_at as "forgottenAt" from audit.seals where n >= $1 order by n limit 1`,
      [n],
    );
    const written: AuditSeal | null = await outside(n);
    if (!row) {
      if (written) return verdict(`Seal ${n} was removed from the database`);
      break;
    }
    const trusted: AuditSeal = written ?? row;
    if (row.n !== n) return verdict(`Seal ${n} was removed`);
    const broken = sealProblem(trusted, previous) ?? sealProblem(row, previous);
    const found = await sealedEntries(reader, previous?.lastId ?? Number.MIN_SAFE_INTEGER, trusted.lastId, readAtMost);
    if (row.forgottenAt) {
      if (broken) return verdict(broken);
      if (row.forgottenAt.getTime() - Date.parse(row.newest) < minKeptMs || found.length > 0)
        return verdict(`The entries of seal ${n} were removed before the end of their retention`);
    } else {
      const problem = entryProblem(trusted, found);
      if (problem) return verdict(`Entry ${problem.id} was ${problem.kind}`);
      if (broken ?? row.hash !== trusted.hash) return verdict(broken || `Seal ${n} was changed`);
    }
    entries += found.length;
    previous = row;
  }
  const [rest] = await reader.query<{ unsealed: number }>(
    'select count(*)::float8 as unsealed from audit.entries where id > $1',
    [previous?.lastId ?? 0],
  );
  return verdict(null, rest!.unsealed);
}
