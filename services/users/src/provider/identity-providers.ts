import {
  identityProviderForm,
  type Actor,
  type IdentityProvider,
  type OutputOf,
  type ParsedInputOf,
  type createIdentityProvider,
  type listSignInProviders,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { SignInPolicy } from '../session/sign-in-policy.js';
import { OidcClient } from './oidc-client.js';
import { SecretBox } from '../session/secret-box.js';
import type { ProviderSettings, StoredProvider } from './stored-provider.js';

type Form = ParsedInputOf<typeof createIdentityProvider>;

type Row = Omit<StoredProvider, 'secret'> & { secret: string | null; domains: string[] };

const columns = `p.id, kind, settings, secret, enabled, version,
  array(select domain from identity_provider_domains where provider_id = p.id order by domain) as domains`;
const maxProviders = 20;
const purposeOf = (id: number) => `client secret of provider ${id}`;

/** The identity providers of the organisation, with their client secrets encrypted (docs/product/sign-in.md#sign-in-settings). */
@Injectable()
export class IdentityProviders {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly oidc: OidcClient,
    private readonly policy: SignInPolicy,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor): Promise<IdentityProvider[]> {
    const rows = await this.database.query<Row & { isTested: boolean; linkedUsers: number }>(
      `select ${columns},
         (select count(*)::int from identities where provider_id = p.id) as "linkedUsers",
         exists (select from identity_provider_tests
           where provider_id = p.id and user_id = $1 and passed and provider_version = p.version) as "isTested"
       from identity_providers p order by p.id limit ${maxProviders}`,
      [actor.id],
    );
    return rows.map(({ id, kind, settings, secret, enabled, domains, isTested, linkedUsers }) => ({
      ...identityProviderForm.parse({ ...settings, domains }),
      id,
      kind,
      enabled,
      isTested,
      linkedUsers,
      hasSecret: secret !== null,
      redirectAddress: this.oidc.redirectAddress(id),
      backChannelAddress: this.oidc.backChannelAddress(id),
    }));
  }

  /** The buttons of the sign-in page. */
  async offered(): Promise<OutputOf<typeof listSignInProviders>> {
    const rows = await this.database.query<{ id: number; name: string; hasDomains: boolean }>(
      `select id, settings ->> 'name' as name,
         exists (select from identity_provider_domains where provider_id = p.id) as "hasDomains"
       from identity_providers p where enabled order by id limit ${maxProviders}`,
    );
    return {
      providers: rows.map(({ id, name }) => ({ id, name })),
      hasDomains: rows.some(({ hasDomains }) => hasDomains),
    };
  }

  /** Rejects with 404 if no enabled provider has the domain of the address. */
  async ofDomain(email: string): Promise<{ id: number; name: string }> {
    const [found] = await this.database.query<{ id: number; name: string }>(
      `select p.id, settings ->> 'name' as name
       from identity_provider_domains join identity_providers p on p.id = provider_id where domain = $1 and enabled`,
      [email.slice(email.lastIndexOf('@') + 1).toLowerCase()],
    );
    if (found) return found;
    const message = 'There is no sign-in for this domain. Use your username and password.';
    throw new AppError('not_found', 'not_found', message);
  }

  /** Returns the provider with its secret, or null. */
  async find(id: number): Promise<StoredProvider | null> {
    const [row] = await this.database.query<Row>(`select ${columns} from identity_providers p where p.id = $1`, [id]);
    if (!row) return null;
    const { domains, secret, ...provider } = row;
    return {
      ...provider,
      settings: identityProviderForm.parse({ ...provider.settings, domains }),
      secret: secret && (await this.secrets.open(secret, purposeOf(id)).catch(() => undefined)),
    };
  }

  /** Rejects with 404 if there is no such provider. */
  async get(id: number): Promise<StoredProvider> {
    const provider = await this.find(id);
    if (!provider) throw notFound('Identity provider');
    return provider;
  }

  create({ clientSecret, ...form }: Form, actor: Actor): Promise<IdentityProvider> {
    return this.database.transaction(async () => {
      await this.lock();
      const [count] = await this.database.query<{ total: number }>(
        'select count(*)::int as total from identity_providers',
      );
      if (count!.total >= maxProviders) throw invalid('name', `There are ${maxProviders} identity providers already`);
      const [row] = await this.database.query<{ id: number }>(
        'insert into identity_providers (settings, created_at) values ($1, $2) returning id',
        [JSON.stringify(form), this.clock.now()],
      );
      const { id } = row!;
      await this.setDomains(id, form);
      if (clientSecret) await this.setSecret(id, clientSecret);
      await this.audit.add({ action: 'provider_created', actor, subject: form.name, details: { id, ...form } });
      return this.one(id, actor);
    });
  }

  /** A change of what a test tries raises the version and switches the provider off. */
  change(id: number, { clientSecret, ...form }: Form, actor: Actor): Promise<IdentityProvider> {
    return this.database.transaction(async () => {
      await this.lock();
      const before = await this.get(id);
      const isSecretNew = Boolean(clientSecret) && clientSecret !== before.secret;
      const changed = Object.keys(form).filter(
        (name) =>
          JSON.stringify(form[name as keyof typeof form]) !==
          JSON.stringify(before.settings[name as keyof ProviderSettings]),
      );
      const isTestedAnew = isSecretNew || changed.some((name) => name !== 'name');
      await this.database.query(
        `update identity_providers set settings = $2, version = version + $3, enabled = enabled and $3 = 0 where id = $1`,
        [id, JSON.stringify(form), isTestedAnew ? 1 : 0],
      );
      await this.setDomains(id, form);
      if (isSecretNew) await this.setSecret(id, clientSecret!);
      const values = Object.fromEntries(changed.map((name) => [name, form[name as keyof typeof form]]));
      const details = { id, ...values, ...(isSecretNew && { clientSecret: 'replaced' }) };
      await this.audit.add({ action: 'provider_changed', actor, subject: form.name, details });
      return this.one(id, actor);
    });
  }

  setEnabled(id: number, enabled: boolean, actor: Actor): Promise<IdentityProvider> {
    return this.database.transaction(async () => {
      await this.lock();
      await this.get(id);
      const provider = await this.one(id, actor);
      if (enabled && !provider.isTested)
        throw new AppError(
          'conflict',
          'not_tested',
          'Press "Test sign-in" first: your test of these settings must pass',
        );
      if (!enabled) await this.policy.refuseWithoutProvider(id);
      await this.database.query('update identity_providers set enabled = $2 where id = $1', [id, enabled]);
      await this.audit.add({ action: 'provider_switched', actor, subject: provider.name, details: { id, enabled } });
      return { ...provider, enabled };
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.lock();
      const { settings } = await this.get(id);
      await this.policy.refuseWithoutProvider(id);
      await this.database.query('delete from identity_providers where id = $1', [id]);
      await this.audit.add({ action: 'provider_removed', actor, subject: settings.name, details: { id } });
    });
  }

  /** Changes of providers run one after another. */
  private async lock(): Promise<void> {
    await this.database.query("select pg_advisory_xact_lock(hashtextextended('users.identity-providers', 0))");
  }

  private async one(id: number, actor: Actor): Promise<IdentityProvider> {
    return (await this.list(actor)).find((each) => each.id === id)!;
  }

  private async setDomains(id: number, { domains }: Pick<ProviderSettings, 'domains'>): Promise<void> {
    const [taken] = await this.database.query<{ domain: string }>(
      'select domain from identity_provider_domains where domain = any ($1) and provider_id <> $2 limit 1',
      [domains, id],
    );
    if (taken) throw invalid('domains', `${taken.domain} belongs to another identity provider`);
    await this.database.query('delete from identity_provider_domains where provider_id = $1', [id]);
    await this.database.query(
      'insert into identity_provider_domains (domain, provider_id) select distinct unnest($1::text[]), $2::bigint',
      [domains, id],
    );
  }

  private async setSecret(id: number, clientSecret: string): Promise<void> {
    const sealed = await this.secrets.seal(clientSecret, purposeOf(id));
    await this.database.query('update identity_providers set secret = $2 where id = $1', [id, sealed]);
  }
}

const invalid = (path: string, message: string) =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path, message }] });
