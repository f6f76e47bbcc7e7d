import {
  identityProviderForm,
  type Actor,
  type IdentityProvider,
  type OfferedProvider,
  type ProviderKind,
  type ProviderTest,
  type OutputOf,
  type ParsedInputOf,
  type createIdentityProvider,
  type listSignInProviders,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { SignInPolicy } from '../session/sign-in-policy.js';
import { SecretBox } from '../session/secret-box.js';
import { certificatesOf, endOf } from './saml/saml-certificates.rules.js';
import { settledForm } from './settled-form.rules.js';
import { SignInProtocols } from './sign-in-protocols.js';
import type { ProviderSettings, StoredProvider } from './stored-provider.js';

type Form = ParsedInputOf<typeof createIdentityProvider>;

type Row = Omit<StoredProvider, 'secret'> & { kind: ProviderKind; secret: string | null; domains: string[] };

interface Listed extends Row {
  isTested: boolean;
  linkedUsers: number;
  report: Pick<ProviderTest, 'state' | 'field' | 'message'> | null;
  startedAt: Date | null;
}

const columns = `p.id, kind, settings, secret, enabled, version,
  array(select domain from identity_provider_domains where provider_id = p.id order by domain) as domains`;
const last = ({ state, field, message }: NonNullable<Listed['report']>) => ({ state, field, message });
const maxProviders = 20;
const purposeOf = (id: number) => `client secret of provider ${id}`;

/** The identity providers of the organisation, with their client secrets encrypted (docs/product/sign-in.md#sign-in-settings). */
@Injectable()
export class IdentityProviders {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly protocols: SignInProtocols,
    private readonly policy: SignInPolicy,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor): Promise<IdentityProvider[]> {
    const rows = await this.database.query<Listed>(
      `select ${columns}, report, started_at as "startedAt", coalesce(passed, false) as "isTested",
         (select count(*)::int from identities where provider_id = p.id) as "linkedUsers"
       from identity_providers p
       left join identity_provider_tests t on t.provider_id = p.id and t.user_id = $1 and provider_version = p.version
       order by p.id limit ${maxProviders}`,
      [actor.id],
    );
    return rows.map(({ id, kind, settings, secret, enabled, domains, isTested, linkedUsers, report, startedAt }) => ({
      ...identityProviderForm.parse({ ...settings, kind, domains }),
      ...this.protocols.of({ kind }).addresses(id),
      id,
      enabled,
      isTested,
      lastTest: report && { ...last(report), startedAt: startedAt!.toISOString() },
      linkedUsers,
      hasSecret: secret !== null,
      certificatesEnd: certificatesOf(settings.certificates ?? []).map((each) => endOf(each).toISOString()),
    }));
  }

  /** The buttons of the sign-in page. */
  async offered(): Promise<OutputOf<typeof listSignInProviders>> {
    const rows = await this.database.query<OfferedProvider & { hasDomains: boolean }>(
      `select id, kind, settings ->> 'name' as name,
         exists (select from identity_provider_domains where provider_id = p.id) as "hasDomains"
       from identity_providers p where enabled order by id limit ${maxProviders}`,
    );
    return {
      providers: rows.map(({ id, kind, name }) => ({ id, kind, name })),
      hasDomains: rows.some(({ hasDomains }) => hasDomains),
    };
  }

  /** Rejects with 404 if no enabled provider has the domain of the address. */
  async ofDomain(email: string): Promise<OfferedProvider> {
    const [found] = await this.database.query<OfferedProvider>(
      `select p.id, kind, settings ->> 'name' as name
       from identity_provider_domains join identity_providers p on p.id = provider_id where domain = $1 and enabled`,
      [email.slice(email.lastIndexOf('@') + 1).toLowerCase()],
    );
    if (found) return found;
    const message = 'There is no sign-in for this domain. Check the address, or use your username and password.';
    throw new AppError('not_found', 'not_found', message);
  }

  /** Returns the provider with its secret, or null. */
  async find(id: number): Promise<StoredProvider | null> {
    const [row] = await this.database.prepared<Row>(`select ${columns} from identity_providers p where p.id = $1`, [
      id,
    ]);
    if (!row) return null;
    const { domains, secret, kind, ...provider } = row;
    return {
      ...provider,
      settings: identityProviderForm.parse({ ...provider.settings, kind, domains }),
      secret: secret && (await this.secrets.open(secret, purposeOf(id)).catch(() => undefined)),
    };
  }

  /** Rejects with 404 if there is no such provider. */
  async get(id: number): Promise<StoredProvider> {
    const provider = await this.find(id);
    if (!provider) throw notFound('Identity provider');
    return provider;
  }

  create({ clientSecret, ...typed }: Form, actor: Actor): Promise<IdentityProvider> {
    const { kind, ...form } = settledForm(typed);
    return this.database.transaction(async () => {
      await this.lock();
      const [count] = await this.database.query<{ total: number }>(
        'select count(*)::int as total from identity_providers',
      );
      if (count!.total >= maxProviders)
        throw invalidField('name', `There are ${maxProviders} identity providers already`);
      const [row] = await this.database.query<{ id: number }>(
        'insert into identity_providers (kind, settings, created_at) values ($1, $2, $3) returning id',
        [kind, JSON.stringify(form), this.clock.now()],
      );
      const { id } = row!;
      await this.setDomains(id, form);
      if (clientSecret) await this.setSecret(id, clientSecret);
      await this.audit.add({ action: 'provider_created', actor, subject: form.name, details: { id, kind, ...form } });
      return this.one(id, actor);
    });
  }

  /**
   * A change of what a test tries raises the version and switches the provider off. One more certificate, for the day on
   * which the provider changes its own, is no such change.
   */
  change(id: number, { clientSecret, ...typed }: Form, actor: Actor): Promise<IdentityProvider> {
    const { kind, ...form } = settledForm(typed);
    return this.database.transaction(async () => {
      await this.lock();
      const before = await this.get(id);
      if (kind !== before.settings.kind)
        throw invalidField('kind', 'A provider keeps its protocol. Add another provider');
      const isSecretNew = Boolean(clientSecret) && clientSecret !== before.secret;
      const changed = Object.keys(form).filter(
        (name) =>
          JSON.stringify(form[name as keyof typeof form]) !==
          JSON.stringify(before.settings[name as keyof ProviderSettings]),
      );
      const isMore = before.settings.certificates.every((each) => form.certificates.includes(each));
      const isTestedAnew =
        isSecretNew || changed.some((name) => name !== 'name' && !(name === 'certificates' && isMore));
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
    await this.database.lock('users.identity-providers');
  }

  private async one(id: number, actor: Actor): Promise<IdentityProvider> {
    return (await this.list(actor)).find((each) => each.id === id)!;
  }

  private async setDomains(id: number, { domains }: Pick<ProviderSettings, 'domains'>): Promise<void> {
    const [taken] = await this.database.query<{ domain: string }>(
      'select domain from identity_provider_domains where domain = any ($1) and provider_id <> $2 limit 1',
      [domains, id],
    );
    if (taken) throw invalidField('domains', `${taken.domain} belongs to another identity provider`);
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
