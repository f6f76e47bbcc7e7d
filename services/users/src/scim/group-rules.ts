import type { Actor, OutputOf, ParsedInputOf, previewGroupRules, Role, setGroupRules } from '@lead-finder/contracts';
import { Database, invalidField } from '@lead-finder/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { IdentityProviders } from '../provider/identity-providers.js';
import { ProviderLog } from '../provider/provider-log.js';
import { AccountAccess } from '../user/account-access.js';
import { ProvisioningTasks, type Task } from './provisioning-tasks.js';

type Rules = ParsedInputOf<typeof setGroupRules>['rules'];
interface Place {
  username: string;
  active: boolean;
  role: Role;
  teamId: number | null;
  newRole: Role | null;
  newTeamId: number | null;
}

const maxPreviewed = 100;

/** Which groups of a provider give which role and team. The first rule that fits a user counts. */
@Injectable()
export class GroupRules implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly providers: IdentityProviders,
    private readonly access: AccountAccess,
    private readonly tasks: ProvisioningTasks,
    private readonly entries: ProviderLog,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.tasks.register('place', (task) => this.place(task));
  }

  list(providerId: number): Promise<Rules> {
    return this.database.query<Rules[number]>(
      `select group_id as "groupId", role, team_id as "teamId" from scim_group_rules r join scim_groups g on g.id = group_id
       where provider_id = $1 order by position`,
      [providerId],
    );
  }

  /** Compares the places of all members of groups with a rule, before or after, with what these rules give. */
  async preview(providerId: number, rules: Rules): Promise<OutputOf<typeof previewGroupRules>> {
    await this.providers.get(providerId);
    await this.refuseUnknown(providerId, rules);
    const rows = await this.database.query<OutputOf<typeof previewGroupRules>['changes'][number] & { total: number }>(
      `with rules as (
         select * from unnest($2::bigint[], $3::text[], $4::bigint[]) with ordinality as r (group_id, role, team_id, position)
       ), first as (
         select distinct on (m.user_id) m.user_id, r.role, r.team_id
         from rules r join scim_group_members m on m.group_id = r.group_id order by m.user_id, r.position
       ), affected as (
         select user_id from first union
         select m.user_id from scim_group_rules r join scim_groups g on g.id = r.group_id and g.provider_id = $1
           join scim_group_members m on m.group_id = r.group_id
       ), placed as (
         select u.*, coalesce(first.role, 'user') as new_role, coalesce(first.team_id, u.team_id) as new_team_id
         from affected join users u on u.id = affected.user_id left join first on first.user_id = affected.user_id
       )
       select p.id, username, full_name as "fullName", json_build_object('role', role, 'team', t.name) as before,
         json_build_object('role', new_role, 'team', n.name) as after, count(*) over ()::int as total
       from placed p left join teams t on t.id = p.team_id left join teams n on n.id = new_team_id
       where role <> new_role or team_id is distinct from new_team_id
       order by lower(full_name), p.id limit ${maxPreviewed}`,
      [providerId, ...columnsOf(rules)],
    );
    return { total: rows[0]?.total ?? 0, changes: rows.map(({ total: _, ...change }) => change) };
  }

  /** The members get their places by tasks, so that thousands do not hold up the response. */
  set(providerId: number, rules: Rules, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.database.query('select 1 from identity_providers where id = $1 for update', [providerId]);
      const { settings } = await this.providers.get(providerId);
      await this.refuseUnknown(providerId, rules);
      const before = await this.members(providerId);
      await this.database.query(
        'delete from scim_group_rules where group_id in (select id from scim_groups where provider_id = $1)',
        [providerId],
      );
      await this.database.query(
        `insert into scim_group_rules (group_id, role, team_id, position)
         select * from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality`,
        columnsOf(rules),
      );
      const affected = new Set([...before, ...(await this.members(providerId))]);
      await this.tasks.add('place', [...affected], settings.name);
      await this.audit.add({
        action: 'group_rules_changed',
        actor,
        subject: settings.name,
        details: { id: providerId, rules },
      });
    });
  }

  private async members(providerId: number): Promise<number[]> {
    const rows = await this.database.query<{ userId: number }>(
      `select distinct user_id as "userId" from scim_group_rules r
         join scim_groups g on g.id = r.group_id and provider_id = $1
         join scim_group_members m on m.group_id = r.group_id`,
      [providerId],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Who left the last group with a rule becomes a user, and stays in the team. */
  private place(task: Task): Promise<void> {
    const { userId, provider } = task;
    return this.database.transaction(async () => {
      await this.tasks.finish(task);
      const [found] = await this.database.query<Place>(
        `select username, active, u.role, u.team_id as "teamId", r.role as "newRole", r.team_id as "newTeamId"
         from users u left join scim_group_members m on m.user_id = u.id left join scim_group_rules r on r.group_id = m.group_id
         where u.id = $1 order by r.position limit 1`,
        [userId],
      );
      if (!found) return;
      const { newRole, newTeamId, role, teamId } = found;
      const isSame = role === (newRole ?? 'user') && (newTeamId === null || newTeamId === teamId);
      if (isSame) return;
      const place = { role: newRole ?? ('user' as const), ...(newTeamId !== null && { teamId: newTeamId }) };
      const details = (await this.access.placeByProvider(userId, place, provider)).join('; ');
      const { username } = found;
      await this.entries.add({ kind: 'scim', provider, userId, username, outcome: 'done', problem: null, details });
    });
  }

  private async refuseUnknown(providerId: number, rules: Rules): Promise<void> {
    const rows = await this.database.query<{ position: number; isGroup: boolean; isTeam: boolean }>(
      `select position::int, g.id is not null as "isGroup", r.team_id is null or t.id is not null as "isTeam"
       from unnest($2::bigint[], $3::text[], $4::bigint[]) with ordinality as r (group_id, role, team_id, position)
       left join scim_groups g on g.id = group_id and provider_id = $1 left join teams t on t.id = r.team_id order by position`,
      [providerId, ...columnsOf(rules)],
    );
    rows.forEach(({ isGroup, isTeam }, at) => {
      if (!isGroup) throw invalidField(`rules.${at}.groupId`, 'There is no such group');
      if (!isTeam) throw invalidField(`rules.${at}.teamId`, 'There is no such team');
      if (rules.findIndex(({ groupId }) => groupId === rules[at]!.groupId) < at)
        throw invalidField(`rules.${at}.groupId`, 'A group has one rule');
    });
  }
}

const columnsOf = (rules: Rules) => [
  rules.map(({ groupId }) => groupId),
  rules.map(({ role }) => role),
  rules.map(({ teamId }) => teamId),
];
