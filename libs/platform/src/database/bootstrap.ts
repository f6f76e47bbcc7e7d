import { serviceNames } from '@lead-finder/contracts';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { auditSeals, auditTrail } from './audit-trail.js';
import { GuardedClient } from './guarded-client.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { roleOf, sessionSettings } from './session.js';

/** Creates a role and a schema per service, also repeatedly and concurrently, because it skips what exists. */
export async function bootstrapDatabase(url: string, services: readonly string[] = serviceNames): Promise<void> {
  if (services.length === 0) return;
  await withAdvisoryLock(url, 'bootstrap', async () => {
    const client = new GuardedClient({ connectionString: url });
    await client.connect();
    try {
      const missing = await schemasMissing(client, services);
      if (missing.length > 0) await prepareDatabase(client);
      for (const service of missing) await ownSchema(client, service);
      if (services.includes('users')) await createAuditTrail(client);
    } finally {
      await client.end();
    }
  });
}

/** Creates a service's login with its session settings. Skips the owner's own, with which a deployment may run every service. */
export async function makeLogin(ownerUrl: string, service: string, url: string): Promise<void> {
  const { username, password } = new URL(url);
  if (username === new URL(ownerUrl).username) return;
  const login = escapeIdentifier(decodeURIComponent(username));
  const secret = escapeLiteral(decodeURIComponent(password));
  const client = new GuardedClient({ connectionString: ownerUrl });
  await client.connect();
  try {
    const known = await client.query('select 1 from pg_roles where rolname = $1', [decodeURIComponent(username)]);
    if (known.rowCount === 0) await client.query(`create role ${login}`).catch(ignoreDuplicate);
    await client.query(`grant ${roleOf(service)} to ${login}`);
    const database = escapeIdentifier(client.database!);
    for (const [name, value] of Object.entries(sessionSettings(service)))
      await client.query(`alter role ${login} in database ${database} set ${name} = ${value}`);
    await client.query(`alter role ${login} login password ${secret}`);
  } finally {
    await client.end();
  }
}

async function prepareDatabase(client: Client): Promise<void> {
  await client.query('create extension if not exists pg_trgm');
  await client.query('create extension if not exists unaccent');
  await client.query('revoke create on schema public from public');
}

async function schemasMissing(client: Client, services: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace join pg_roles on rolname = 'lf_' || nspname
     where nspname = any($1) and pg_has_role(current_user, pg_roles.oid, 'member')`,
    [services],
  );
  const known = new Set(rows.map(({ name }) => name));
  return services.filter((service) => !known.has(service));
}

async function ownSchema(client: Client, schema: string): Promise<void> {
  const role = roleOf(schema);
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  // Roles belong to the whole server, so another database of it may have created this one just now.
  if (known.rowCount === 0) await client.query(`create role ${role} nologin`).catch(ignoreDuplicate);
  await client.query(`grant ${role} to current_user`);
  await client.query(`create schema if not exists ${schema} authorization ${role}`);
}

/** Creates the audit trail for a role without a login: users may insert and read, but not change entries. */
async function createAuditTrail(client: Client): Promise<void> {
  const { rows: there } = await client.query<{ trail: boolean; seals: boolean }>(
    `select to_regclass('audit.entries') is not null as trail, to_regclass('audit.seals') is not null as seals`,
  );
  const { trail, seals } = there[0]!;
  if (trail && seals) return;
  const [owner, writer] = [roleOf('audit'), roleOf('users')];
  await client.query(`create role ${owner} nologin`).catch(ignoreDuplicate);
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
  if (!rows[0].rolsuper) await client.query(`grant ${owner} to current_user`);
  if (!trail) await client.query(`begin; ${auditTrail(owner, writer)} commit;`);
  if (!seals) await client.query(`begin; ${auditSeals(owner, writer)} commit;`);
  if (!rows[0].rolsuper) await client.query(`revoke ${owner} from current_user`);
}

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42710' && error.code !== '23505') throw error;
}
