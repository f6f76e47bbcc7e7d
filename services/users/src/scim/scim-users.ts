import { Clock, Database, notFound, takenField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { NewAccounts } from '../provider/new-accounts.js';
import { AccountAccess } from '../user/account-access.js';
import { UserRepository } from '../user/user.repository.js';
import { ProvisioningTasks } from './provisioning-tasks.js';
import { resourceOf, userPatch } from './scim-body.rules.js';
import { filterCondition } from './scim-filter.rules.js';
import { patchedUser, readUser, type ListRequest, type ScimUser } from './scim-schemas.js';
import {
  checkDomain,
  isRenamed,
  shown,
  wantedOf,
  type Row,
  type ScimChange,
  type Wanted,
} from './scim-account.rules.js';
import type { ScimProvider } from './scim-tokens.js';

const selected = `select u.id, username, user_name as "userName", external_id as "externalId", given_name as "givenName",
    family_name as "familyName", full_name as "fullName", u.email, u.active, provider_active as "providerActive",
    removed_at is not null as "isRemoved", s.created_at as created, greatest(u.updated_at, s.updated_at) as "lastModified"
  from scim_users s join users u on u.id = s.user_id where s.provider_id = $1`;

const filtered = {
  id: "s.user_id = case when ?::text ~ '^[0-9]{1,15}$' then ?::text::bigint end",
  username: 'lower(user_name) = lower(?)',
  externalid: 'external_id = ?',
  emails: 'lower(u.email) = lower(?)',
  'emails.value': 'lower(u.email) = lower(?)',
  'emails.type': '',
  // No user has a manager here. Entra ID asks before it sends one.
  manager: '?::text is null',
  'manager.value': '?::text is null',
};

const id = /^[1-9]\d{0,14}$/;

/** The users that a provider manages: those that it created and those that an administrator linked. */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly accounts: NewAccounts,
    private readonly access: AccountAccess,
    private readonly tasks: ProvisioningTasks,
    private readonly clock: Clock,
  ) {}

  async list(provider: ScimProvider, { filter, startIndex, count }: ListRequest) {
    const { sql, values } = filterCondition(filter, filtered, 2);
    const from = `removed_at is null and ${sql}`;
    const rows = await this.database.query<Row>(
      `${selected} and ${from} order by s.user_id limit ${count} offset ${startIndex - 1}`,
      [provider.id, ...values],
    );
    const found = rows.map((each) => shown(each));
    if (startIndex === 1 && found.length < count) return { total: found.length, found };
    const [row] = await this.database.query<{ total: number }>(
      `select count(*)::int as total from scim_users s join users u on u.id = s.user_id
       where s.provider_id = $1 and ${from}`,
      [provider.id, ...values],
    );
    return { total: row!.total, found };
  }

  async get(provider: ScimProvider, scimId: string): Promise<ScimChange<ScimUser>> {
    return shown(await this.find(provider, scimId));
  }

  /** Rejects with 409 an account that exists already, unless the provider removed it before. */
  create(provider: ScimProvider, body: unknown): Promise<ScimChange<ScimUser>> {
    const asked = wantedOf(readUser(resourceOf(body)));
    return this.database.transaction(async () => {
      await this.lockAddress(asked.email);
      checkDomain(asked, provider);
      const former = await this.former(provider, asked);
      if (former && !former.isRemoved) throw taken('userName', `${asked.userName} is provisioned already`);
      if (former) {
        await this.write(former.id, asked, asked.active ?? true);
        const changes = await this.apply(provider, former, { ...asked, active: asked.active ?? true });
        return this.changed(provider, former.id, ['took the account up again', ...changes]);
      }
      if (await this.users.findByIdentifier(asked.email))
        throw taken(
          'emails',
          `${asked.email} is the address of an account that this provider does not manage. Link it on the page 'Sign-in'`,
        );
      const { userName, email: address } = asked;
      const account = { handle: userName, email: address, fullName: asked.fullName, role: 'user' as const };
      const user = await this.accounts.create(account, provider.name);
      const now = this.clock.now();
      await this.database.query(
        `insert into scim_users (user_id, provider_id, user_name, external_id, given_name, family_name, provider_active,
           created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
        [
          user.id,
          provider.id,
          userName,
          asked.externalId,
          asked.givenName,
          asked.familyName,
          asked.active ?? true,
          now,
        ],
      );
      const changes = [`created the account ${user.username}`];
      if (asked.active === false) {
        await this.access.setActive(user.id, false, { provider: provider.name });
        changes.push('deactivated it');
      }
      return this.changed(provider, user.id, changes);
    });
  }

  replace(provider: ScimProvider, scimId: string, body: unknown): Promise<ScimChange<ScimUser>> {
    const sent = readUser(resourceOf(body));
    return this.update(provider, scimId, () => Promise.resolve(sent));
  }

  patch(provider: ScimProvider, scimId: string, body: unknown): Promise<ScimChange<ScimUser>> {
    return this.update(provider, scimId, async (present) => {
      const message = userPatch(body, present);
      const { displayName, name, ...after } = message ? await patchedUser(present, message) : present;
      const { formatted, ...parts } = name ?? {};
      return {
        ...after,
        ...(displayName !== present.displayName && { displayName }),
        name: { ...parts, ...(formatted !== present.name?.formatted && { formatted }) },
      } as ScimUser;
    });
  }

  /** Deactivates the account. Only an administrator deletes it, with its leads. */
  remove(provider: ScimProvider, scimId: string): Promise<ScimChange<ScimUser>> {
    return this.database.transaction(async () => {
      const row = await this.find(provider, scimId, true);
      const changes = row.active ? await this.deactivate(provider, row) : [];
      await this.leaveGroups(provider, row.id);
      await this.database.query(
        'update scim_users set removed_at = $2, provider_active = false, updated_at = $2 where user_id = $1',
        [row.id, this.clock.now()],
      );
      return { ...shown(row), resource: null, changes: [...changes, 'removed it from provisioning'] };
    });
  }

  private update(provider: ScimProvider, scimId: string, act: (present: ScimUser) => Promise<ScimUser>) {
    return this.database.transaction(async () => {
      const row = await this.find(provider, scimId, true);
      const present = shown(row).resource!;
      const asked = wantedOf(await act(present), row);
      if (asked.email.toLowerCase() !== row.email.toLowerCase()) checkDomain(asked, provider);
      const changes = await this.apply(provider, row, asked);
      await this.write(row.id, asked, asked.active ?? row.providerActive);
      if (isRenamed(asked, row)) changes.push('changed how the provider names it');
      return this.changed(provider, row.id, changes);
    });
  }

  /** A repeated `active: true` leaves an account deactivated that an administrator deactivated here. */
  private async apply(provider: ScimProvider, row: Row, asked: Wanted): Promise<string[]> {
    const { fullName: name, email: address } = asked;
    const changes: string[] = [];
    if (name !== row.fullName || address !== row.email)
      changes.push(...(await this.access.editByProvider(row.id, { fullName: name, email: address }, provider.name)));
    if (asked.active === false && row.active) changes.push(...(await this.deactivate(provider, row)));
    if (asked.active === true && !row.active && (!row.providerActive || row.isRemoved)) {
      await this.access.setActive(row.id, true, { provider: provider.name });
      await this.tasks.cancel('hand_over', row.id);
      changes.push('activated the account');
    }
    return changes;
  }

  private async deactivate({ name }: ScimProvider, { id: userId }: Row): Promise<string[]> {
    await this.access.setActive(userId, false, { provider: name });
    await this.tasks.add('hand_over', [userId], name);
    return ['deactivated the account'];
  }

  /** A task takes the role of the groups away, which the account would otherwise have when the provider takes it up again. */
  private async leaveGroups({ name }: ScimProvider, userId: number): Promise<void> {
    const left = await this.database.query<{ hasRule: boolean }>(
      `delete from scim_group_members m where user_id = $1
       returning exists (select from scim_group_rules r where r.group_id = m.group_id) as "hasRule"`,
      [userId],
    );
    if (left.some(({ hasRule }) => hasRule)) await this.tasks.add('place', [userId], name);
  }

  private async write(userId: number, asked: Wanted, word: boolean): Promise<void> {
    await this.database.query(
      `update scim_users set user_name = $2, external_id = $3, given_name = $4, family_name = $5, provider_active = $6,
         updated_at = $7, removed_at = null
       where user_id = $1 and (removed_at is not null or provider_active <> $6
         or (user_name, external_id, given_name, family_name) is distinct from ($2, $3, $4, $5))`,
      [userId, asked.userName, asked.externalId, asked.givenName, asked.familyName, word, this.clock.now()],
    );
  }

  private async changed(provider: ScimProvider, userId: number, changes: string[]): Promise<ScimChange<ScimUser>> {
    return { ...shown(await this.find(provider, String(userId))), changes };
  }

  private async find({ id: providerId }: ScimProvider, scimId: string, locked = false): Promise<Row> {
    const [row] = id.test(scimId)
      ? await this.database.query<Row>(
          `${selected} and s.user_id = $2 and removed_at is null${locked ? ' for update of s' : ''}`,
          [providerId, Number(scimId)],
        )
      : [];
    if (!row) throw notFound(`User ${scimId}`);
    return row;
  }

  /** Finds by the provider's names, also an account that it removed. */
  private async former({ id: providerId }: ScimProvider, { userName, externalId }: Wanted): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(
      `${selected} and (lower(user_name) = lower($2) or external_id = $3) order by removed_at nulls first limit 1
       for update of s`,
      [providerId, userName, externalId],
    );
    return row;
  }

  /** A first sign-in of the same person would otherwise create a second account. */
  private async lockAddress(address: string): Promise<void> {
    await this.database.lock(`users.identity ${address.toLowerCase()}`);
  }
}

const taken = (path: string, message: string) =>
  takenField(path, path === 'userName' ? 'username_taken' : 'email_taken', message);
