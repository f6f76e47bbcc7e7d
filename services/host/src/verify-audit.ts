import { openLogger, readSettings, StartError, type Environment } from '@lead-finder/platform';
import { openSealPlace, users, verifyAudit as verify } from '@lead-finder/users';
import { openDataLocation } from './backup/data-location.js';

/**
 * `host audit verify`: compares the audit trail with its seals and names the first difference
 * (docs/operations.md#verify-the-audit-trail). Ends with 1 if there is one.
 */
export async function verifyAudit([action]: string[], environment: Environment): Promise<void> {
  if (action !== 'verify') throw new StartError('There is: npm run admin -- audit verify');
  const [{ AUDIT_SEALS_URL }] = readSettings([users.settings], environment) as [{ AUDIT_SEALS_URL?: string }];
  const place = AUDIT_SEALS_URL ? await openSealPlace(AUDIT_SEALS_URL, openLogger('warn')) : null;
  const location = await openDataLocation(environment, { mayRun: true });
  const { client } = location;
  try {
    const query = async <T>(sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows as T[];
    const { problem, entries, seals, unsealed } = await verify({ query }, place);
    if (problem) throw new StartError(`${problem}.`);
    const compared = place?.kind === 'store' ? 'with the seals outside the database' : 'with the seals in the database';
    console.log(`${count(entries)} entries are as they were sealed, compared ${compared} (${count(seals)}).`);
    console.log(`${count(unsealed)} newer entries are not sealed yet.`);
  } finally {
    await location.close();
  }
}

const count = (n: number) => n.toLocaleString('en-US');
