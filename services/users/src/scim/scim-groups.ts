import { AppError, Clock, counted, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProvisioningTasks } from './provisioning-tasks.js';
import { groupPatch, memberIds, resourceOf, type GroupPatch } from './scim-body.rules.js';
import { filterCondition } from './scim-filter.rules.js';
import { readGroup, scimError, type ListRequest, type ScimGroup } from './scim-schemas.js';
import type { ScimProvider } from './scim-tokens.js';
import type { ScimChange } from './scim-account.rules.js';

interface Row {
  id: number;
  displayName: string;
  externalId: string | null;
  created: Date;
  lastModified: Date;
}

export const maxGroups = 500;
const maxMembers = 10_000;
const maxName = 250;

const columns = `g.id, display_name as "displayName", external_id as "externalId", created_at as created, updated_at as "lastModified"`;
const filtered = {
  id: "g.id = case when ?::text ~ '^[0-9]{1,15}$' then ?::text::bigint end",
  displayname: 'lower(display_name) = lower(?)',
  externalid: 'external_id = ?',
  members: `exists (select from scim_group_members where group_id = g.id
    and user_id = case when ?::text ~ '^[0-9]{1,15}$' then ?::text::bigint end)`,
  'members.value': `exists (select from scim_group_members where group_id = g.id
    and user_id = case when ?::text ~ '^[0-9]{1,15}$' then ?::text::bigint end)`,
};
const id = /^[1-9]\d{0,14}$/;

/** The groups of a provider. Its rules give the members roles and teams (docs/product/provisioning.md#groups). */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly database: Database,
    private readonly tasks: ProvisioningTasks,
    private readonly clock: Clock,
  ) {}

  /** Lists are without members, which can be thousands in each. */
  async list(provider: ScimProvider, { filter, startIndex, count }: ListRequest) {
    const { sql, values } = filterCondition(filter, filtered, 2);
    const from = `from scim_groups g where provider_id = $1 and ${sql}`;
    const parameters = [provider.id, ...values];
    const rows = await this.database.query<Row>(
      `select ${columns} ${from} order by g.id limit ${count} offset ${startIndex - 1}`,
      parameters,
    );
    const [all] = await this.database.query<{ total: number }>(`select count(*)::int as total ${from}`, parameters);
    return { total: all!.total, found: rows.map((row) => shown(row)) };
  }

  async get(provider: ScimProvider, scimId: string, withMembers = true): Promise<ScimChange<ScimGroup>> {
    const group = shown(await this.find(provider, scimId));
    if (!withMembers) return group;
    const members = await this.database.query<{ value: string; display: string }>(
      `select user_id::text as value, full_name as display from scim_group_members join users u on u.id = user_id
       where group_id = $1 order by user_id limit ${maxMembers}`,
      [group.account.id],
    );
    return { ...group, resource: { ...group.resource!, members } };
  }

  create(provider: ScimProvider, body: unknown): Promise<ScimChange<ScimGroup>> {
    const { displayName, externalId, members } = readGroup(resourceOf(body));
    const name = nameOf(displayName);
    return this.database.transaction(async () => {
      await this.database.query('select 1 from identity_providers where id = $1 for update', [provider.id]);
      const [count] = await this.database.query<{ total: number; isTaken: boolean }>(
        `select count(*)::int as total, coalesce(bool_or(lower(display_name) = lower($2)), false) as "isTaken"
         from scim_groups where provider_id = $1`,
        [provider.id, name],
      );
      if (count!.isTaken) throw taken(name);
      if (count!.total >= maxGroups) throw scimError('tooMany', `There are ${maxGroups} groups already`);
      const [row] = await this.database.query<{ id: number }>(
        `insert into scim_groups (provider_id, display_name, external_id, created_at, updated_at)
         values ($1, $2, $3, $4, $4) returning id`,
        [provider.id, name, externalId ?? null, this.clock.now()],
      );
      const group = { id: row!.id, displayName: name };
      const changes = await this.change(provider, group, { members: [{ op: 'add', ids: memberIds(members) }] });
      return this.changed(provider, row!.id, ['created the group', ...changes]);
    });
  }

  replace(provider: ScimProvider, scimId: string, body: unknown): Promise<ScimChange<ScimGroup>> {
    const { displayName, externalId, members } = readGroup(resourceOf(body));
    const patch: GroupPatch = { displayName, members: [{ op: 'replace', ids: memberIds(members) }] };
    return this.update(provider, scimId, { ...patch, ...(externalId !== undefined && { externalId }) });
  }

  patch(provider: ScimProvider, scimId: string, body: unknown): Promise<ScimChange<ScimGroup>> {
    return this.update(provider, scimId, groupPatch(body));
  }

  remove(provider: ScimProvider, scimId: string): Promise<ScimChange<ScimGroup>> {
    return this.database.transaction(async () => {
      const group = await this.find(provider, scimId, true);
      const changes = await this.change(provider, group, { members: [{ op: 'replace', ids: [] }] });
      await this.database.query('delete from scim_groups where id = $1', [group.id]);
      return { ...shown(group), resource: null, changes: [...changes, 'removed the group'] };
    });
  }

  private update(provider: ScimProvider, scimId: string, patch: GroupPatch): Promise<ScimChange<ScimGroup>> {
    return this.database.transaction(async () => {
      const group = await this.find(provider, scimId, true);
      return this.changed(provider, group.id, await this.change(provider, group, patch));
    });
  }

  /** Returns the changes in words. Members whose groups have rules get a task, which gives them role and team. */
  private async change(
    provider: ScimProvider,
    group: Pick<Row, 'id' | 'displayName'>,
    { displayName, externalId, members }: GroupPatch,
  ): Promise<string[]> {
    const changes: string[] = [];
    const name = displayName === undefined ? group.displayName : nameOf(displayName);
    if (name !== group.displayName) changes.push(`renamed the group from ${group.displayName}`);
    const moved = new Set<number>();
    for (const { op, ids } of members) {
      const { added, removed } = await this.setMembers(provider, group.id, op, ids);
      if (added.length > 0) changes.push(`added ${counted(added.length, 'member')}`);
      if (removed.length > 0) changes.push(`took ${counted(removed.length, 'member')} out`);
      for (const userId of [...added, ...removed]) moved.add(userId);
    }
    await this.database.query(
      'update scim_groups set display_name = $2, external_id = coalesce($3, external_id), updated_at = $4 where id = $1',
      [group.id, name, externalId ?? null, this.clock.now()],
    );
    const [rule] = await this.database.query('select 1 from scim_group_rules where group_id = $1', [group.id]);
    if (rule) await this.tasks.add('place', [...moved], provider.name);
    return changes;
  }

  /** Rejects with 400 a new member whom this provider does not manage. */
  private async setMembers(
    provider: ScimProvider,
    groupId: number,
    op: GroupPatch['members'][number]['op'],
    ids: string[],
  ) {
    const numbers = [...new Set(ids)].filter((each) => id.test(each)).map(Number);
    const removed = await this.database.query<{ userId: number }>(
      `delete from scim_group_members where group_id = $1
         and case $2::text when 'add' then false when 'remove' then user_id = any ($3) else user_id <> all ($3) end
       returning user_id as "userId"`,
      [groupId, op, numbers],
    );
    if (op === 'remove') return { added: [], removed: removed.map(({ userId }) => userId) };
    const known = await this.database.query<{ userId: number }>(
      `select user_id as "userId" from scim_users where provider_id = $1 and removed_at is null and user_id = any ($2)
       order by user_id for share`,
      [provider.id, numbers],
    );
    const unknown = ids.find((each) => !known.some(({ userId }) => String(userId) === each));
    if (known.length < new Set(ids).size && unknown !== undefined)
      throw scimError('invalidValue', `members: ${unknown} is the id of no user of this provider`);
    const added = await this.database.query<{ userId: number }>(
      `insert into scim_group_members (group_id, user_id) select $1, unnest($2::bigint[])
       on conflict do nothing returning user_id as "userId"`,
      [groupId, numbers],
    );
    const [count] = await this.database.query<{ total: number }>(
      'select count(*)::int as total from scim_group_members where group_id = $1',
      [groupId],
    );
    if (count!.total > maxMembers) throw scimError('tooMany', `A group has at most ${maxMembers} members`);
    return { added: added.map(({ userId }) => userId), removed: removed.map(({ userId }) => userId) };
  }

  private async changed(provider: ScimProvider, groupId: number, changes: string[]) {
    return { ...(await this.get(provider, String(groupId), false)), changes };
  }

  private async find({ id: providerId }: ScimProvider, scimId: string, locked = false): Promise<Row> {
    const [row] = id.test(scimId)
      ? await this.database.query<Row>(
          `select ${columns} from scim_groups g where provider_id = $1 and id = $2${locked ? ' for update' : ''}`,
          [providerId, Number(scimId)],
        )
      : [];
    if (!row) throw notFound(`Group ${scimId}`);
    return row;
  }
}

function shown({ id: groupId, displayName, externalId, created, lastModified }: Row): ScimChange<ScimGroup> {
  const resource = { id: String(groupId), displayName, ...(externalId !== null && { externalId }) };
  return { resource, meta: { created, lastModified }, account: { id: groupId, name: displayName }, changes: [] };
}

function nameOf(displayName: string): string {
  const name = displayName.replaceAll('\0', '').trim();
  if (name.length > 0 && name.length <= maxName) return name;
  throw scimError('invalidValue', `displayName must have 1 to ${maxName} characters`);
}

const taken = (name: string) => new AppError('conflict', 'username_taken', `A group ${name} exists already`);
