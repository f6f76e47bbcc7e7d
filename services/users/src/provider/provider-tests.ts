import { signInProblems, type Actor, type ProviderTest } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { valuesOf } from './claims.rules.js';
import { ProviderAccounts } from './provider-accounts.js';
import type { Claims } from './sign-in-protocol.js';
import { SignInRefusal } from './sign-in-refusal.js';
import { claimWord, type StoredProvider } from './stored-provider.js';

type Report = Omit<ProviderTest, 'startedAt'>;

const maxClaims = 60;
const maxShown = 300;
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShown);
const compared = {
  oidc: ['redirect address', 'client id'],
  saml: ['ACS address', 'entity ID'],
} as const;

/** The last test of each administrator, which reports the field that is wrong (docs/product/sign-in.md#test). */
@Injectable()
export class ProviderTests {
  constructor(
    private readonly database: Database,
    private readonly accounts: ProviderAccounts,
    private readonly clock: Clock,
  ) {}

  async begin({ id, version, settings }: StoredProvider, actor: Actor): Promise<void> {
    const [field, name] = compared[settings.kind];
    const message = `The provider did not send you back yet. If it showed an error, compare the ${field} and the ${name} there.`;
    const report: Report = { state: 'running', field, message, effect: '', claims: [] };
    await this.database.query(
      `insert into identity_provider_tests (provider_id, user_id, provider_version, report, started_at) values ($1, $2, $3, $4, $5)
       on conflict (provider_id, user_id) do update set provider_version = excluded.provider_version, passed = false,
         report = excluded.report, started_at = excluded.started_at`,
      [id, actor.id, version, JSON.stringify(report), this.clock.now()],
    );
  }

  async read(providerId: number, { id }: Actor): Promise<ProviderTest> {
    const [row] = await this.database.query<{ report: Report; startedAt: Date }>(
      'select report, started_at as "startedAt" from identity_provider_tests where provider_id = $1 and user_id = $2',
      [providerId, id],
    );
    if (!row) throw notFound('Test');
    return { ...row.report, startedAt: row.startedAt.toISOString() };
  }

  fail(provider: StoredProvider, userId: number, { field, message, details }: SignInRefusal): Promise<void> {
    return this.store(provider, userId, {
      state: 'failed',
      field,
      message: details === '' ? message : `${details}.`,
      effect: '',
      claims: [],
    });
  }

  /** Passes if the claims that the settings need came. What a sign-in of this account would do is beside it. */
  async finish(provider: StoredProvider, userId: number, claims: Claims): Promise<void> {
    const effect = await this.effectOf(provider, claims);
    const missing = missingClaim(provider, claims);
    await this.store(provider, userId, {
      state: missing ? 'failed' : 'passed',
      field: missing ? claimWord(provider.settings) : null,
      message: missing ?? 'The sign-in works with these settings.',
      effect,
      claims: Object.entries(claims)
        .slice(0, maxClaims)
        .map(([name, value]) => ({ name: name.slice(0, 100), value: shown(value) })),
    });
  }

  private async effectOf(provider: StoredProvider, claims: Claims): Promise<string> {
    try {
      const { user, profile, place, isLinked } = await this.accounts.find(provider, claims);
      const role = place ? `, as ${place.role}` : '';
      if (!user) return `A sign-in would create an account for ${profile.email}${role}.`;
      return `A sign-in would ${isLinked ? 'open' : 'link and open'} the account ${user.username}${role}.`;
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      return `A sign-in of this account would be refused: ${signInProblems[error.problem]}`;
    }
  }

  private async store({ id, version }: StoredProvider, userId: number, report: Report): Promise<void> {
    await this.database.query(
      `update identity_provider_tests set report = $4, passed = $5
       where provider_id = $1 and user_id = $2 and provider_version = $3`,
      [id, userId, version, JSON.stringify(report), report.state === 'passed'],
    );
  }
}

function missingClaim({ settings }: StoredProvider, claims: Claims): string | null {
  const { linkByEmail, createAccounts, roleClaim, claimRules } = settings;
  const word = claimWord(settings);
  if ((linkByEmail || createAccounts) && claims.email === undefined)
    return `The ${word} email is missing. Add ${settings.kind === 'saml' ? 'it' : 'the scope email, or the claim'} at the provider.`;
  if (linkByEmail && claims.email_verified === undefined && claims.xms_edov === undefined)
    return `The ${word} email_verified is missing, so no account can be linked by its e-mail address.`;
  if (claimRules.length > 0 && valuesOf(claims, roleClaim).length === 0)
    return `The ${word} ${roleClaim} of the table is missing.`;
  return null;
}
