import type { Actor } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Revocations } from '../session/revocations.js';
import { AccountAccess } from '../user/account-access.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { checkDomain, placeOf, profileOf, type Place, type Profile } from './claims.rules.js';
import { NewAccounts } from './new-accounts.js';
import type { Claims } from './sign-in-protocol.js';
import { claimWord, issuerOf, type StoredProvider } from './stored-provider.js';
import { SignInRefusal } from './sign-in-refusal.js';

/** The user who is linked to the account of the provider, or else the one who has its e-mail address. */
interface Known {
  id: number | null;
  isLinked: boolean;
}

export interface FoundAccount {
  /** Null for an account that the sign-in creates. */
  user: User | null;
  profile: Profile;
  place: Place | null;
  isLinked: boolean;
}

/** Finds, links and creates the account of a user who comes from a provider (docs/product/sign-in.md#accounts). */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly access: AccountAccess,
    private readonly accounts: NewAccounts,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Changes nothing. Rejects a user who may not sign in. */
  async find(provider: StoredProvider, claims: Claims): Promise<FoundAccount> {
    const { settings } = provider;
    const profile = profileOf(claims, issuerOf(settings));
    const { id, isLinked } = await this.known(settings, profile);
    const user = id === null ? null : await this.users.find(id);
    return this.found(provider, claims, profile, { user, isLinked });
  }

  private async found(
    { settings }: StoredProvider,
    claims: Claims,
    profile: Profile,
    { user: known, isLinked }: Pick<FoundAccount, 'user' | 'isLinked'>,
  ): Promise<FoundAccount> {
    checkDomain(profile.email, settings);
    if (isLinked && !known) throw notFound('User');
    const user = isLinked ? known : await this.byEmail(settings, profile, known);
    if (user && !user.active) throw new SignInRefusal('account_deactivated', '', 'provider', user);
    return { user, profile, place: await this.existing(placeOf(claims, settings)), isLinked };
  }

  /** Must run in a transaction. Returns the account and what changed, in words. */
  async admit(provider: StoredProvider, claims: Claims): Promise<{ user: User; changes: string[] }> {
    const { settings } = provider;
    const profile = profileOf(claims, issuerOf(settings));
    let { id, isLinked } = await this.known(settings, profile);
    if (!isLinked) {
      // Two first sign-ins of one person would otherwise create two accounts or fail.
      await this.database.lock(`users.identity ${(profile.email ?? profile.subject).toLowerCase()}`);
      ({ id, isLinked } = await this.known(settings, profile));
    }
    // With a table the teams are locked first, as in every change of a team.
    const isPlaced = settings.claimRules.length > 0;
    const known = id === null ? null : await (isPlaced ? this.users.find(id) : this.users.lock(id));
    const { user, place } = await this.found(provider, claims, profile, { user: known, isLinked });
    const changes: string[] = [];
    const account = user ?? (await this.create(profile, place, provider));
    if (!user) changes.push(`created the account ${account.username} as ${account.role}`);
    if (user && place) changes.push(...(await this.access.placeByProvider(user.id, place, provider.settings.name)));
    if (!isLinked) {
      await this.link(account, provider, profile.subject);
      if (user) changes.push('linked the account');
    } else {
      await this.database.prepared(
        'update identities set last_sign_in_at = $3, provider_id = $4 where issuer = $1 and subject = $2',
        [issuerOf(provider.settings), profile.subject, this.clock.now(), provider.id],
      );
    }
    const present = user && isPlaced ? await this.users.lock(user.id) : account;
    if (!present?.active) throw new SignInRefusal('account_deactivated', '', 'provider', account);
    return { user: present, changes };
  }

  /** Ends the sessions and the provisioning too. The next sign-in by e-mail address links the account anew. */
  unlink(id: number, actor: Actor): Promise<User> {
    return this.database.transaction(async () => {
      const user = await this.users.get(id);
      const gone = await this.database.query(
        `with provisioned as (delete from scim_users where user_id = $1 returning 1), linked as (
           delete from identities where user_id = $1 returning 1
         ) select from provisioned union all select from linked`,
        [id],
      );
      if (gone.length === 0) return user;
      await this.revocations.endAllOf(id);
      await this.audit.add({ action: 'user_unlinked', actor, subject: user.username, details: { id } });
      return user;
    });
  }

  /** A team of the table that was removed leaves the team of the user as it is. */
  private async existing(place: Place | null): Promise<Place | null> {
    if (place?.teamId === undefined) return place;
    const [team] = await this.database.query('select 1 from teams where id = $1', [place.teamId]);
    return team ? place : { role: place.role };
  }

  private async known(settings: StoredProvider['settings'], { subject, email }: Profile): Promise<Known> {
    const [known] = await this.database.prepared<Known>(
      `select coalesce(linked, owner) as id, linked is not null as "isLinked" from (
         select (select user_id from identities where issuer = $1 and subject = $2) as linked,
           (select id from users where lower(email) = lower($3)) as owner
       ) as each`,
      [issuerOf(settings), subject, email],
    );
    return known!;
  }

  /** Rejects an address whose account may not be linked. Returns null for an account to create. */
  private async byEmail(
    settings: StoredProvider['settings'],
    { email, isEmailVerified, isEmailDenied }: Profile,
    found: User | null,
  ): Promise<User | null> {
    const word = claimWord(settings);
    if (email === null) throw new SignInRefusal('email_missing', `The ${word} email is missing`, word);
    if (!found) {
      if (isEmailDenied)
        throw new SignInRefusal('email_unverified', `The ${word} email_verified is false for ${email}`, word);
      if (settings.createAccounts) return null;
      throw new SignInRefusal('no_account', `${email} has no account, and the provider may not create one`);
    }
    const [other] = await this.database.prepared('select 1 from identities where user_id = $1 and issuer = $2', [
      found.id,
      issuerOf(settings),
    ]);
    if (other) throw new SignInRefusal('subject_changed', '', 'provider', found);
    if (!settings.linkByEmail) throw new SignInRefusal('email_taken', `${email} is the address of ${found.username}`);
    if (!isEmailVerified) throw new SignInRefusal('email_unverified', `The provider does not vouch for ${email}`, word);
    return found;
  }

  private create(
    { handle, email, fullName }: Profile,
    place: Place | null,
    { settings }: StoredProvider,
  ): Promise<User> {
    const { role = 'user', teamId } = place ?? {};
    const account = { handle, email: email!, fullName, role, ...(teamId !== undefined && { teamId }) };
    return this.accounts.create(account, settings.name);
  }

  private async link(user: User, { id, settings }: StoredProvider, subject: string): Promise<void> {
    const now = this.clock.now();
    await this.database.prepared(
      `insert into identities (issuer, subject, user_id, provider_id, linked_at, last_sign_in_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [issuerOf(settings), subject, user.id, id, now],
    );
    await this.audit.add({
      action: 'user_linked',
      actor: null,
      subject: user.username,
      details: { id: user.id, provider: settings.name, subject },
    });
  }
}
