import type { Actor, Provisioning as Record } from '@lead-finder/contracts';
import { Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { IdentityProviders } from '../provider/identity-providers.js';
import { GroupRules } from './group-rules.js';
import { maxGroups } from './scim-groups.js';
import { ScimRequests } from './scim-requests.js';
import { ScimTokens } from './scim-tokens.js';

const maxLinked = 10_000;

/** What administrators see and change of the provisioning by one provider. */
@Injectable()
export class Provisioning {
  constructor(
    private readonly database: Database,
    private readonly providers: IdentityProviders,
    private readonly requests: ScimRequests,
    private readonly tokens: ScimTokens,
    private readonly rules: GroupRules,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async read(providerId: number): Promise<Record> {
    await this.providers.get(providerId);
    const [count] = await this.database.query<{ users: number }>(
      'select count(*)::int as users from scim_users where provider_id = $1 and removed_at is null',
      [providerId],
    );
    const groups = await this.database.query<Record['groups'][number]>(
      `select id, display_name as name, (select count(*)::int from scim_group_members where group_id = g.id) as members
       from scim_groups g where provider_id = $1 order by lower(display_name) limit ${maxGroups}`,
      [providerId],
    );
    const [tokens, rules] = [await this.tokens.list(providerId), await this.rules.list(providerId)];
    return { address: this.requests.address, tokens, users: count!.users, groups, rules };
  }

  /** Rejects with 404 an unknown user. An account that a provider manages already stays with it. */
  link(providerId: number, userId: number | null, actor: Actor): Promise<{ linked: number }> {
    return this.database.transaction(async () => {
      const { settings } = await this.providers.get(providerId);
      const chosen =
        userId === null ? 'select user_id from identities where provider_id = $1 limit $2' : 'select $2::bigint';
      const [found] = await this.database.query('select 1 from users where id = $1 and not is_service', [userId]);
      if (userId !== null && !found) throw notFound('User');
      const linked = await this.database.query<{ id: number }>(
        `insert into scim_users (user_id, provider_id, user_name, provider_active, created_at, updated_at)
         select id, $1, email, active, $3, $3 from users where id in (${chosen})
         on conflict do nothing returning user_id as id`,
        [providerId, userId ?? maxLinked, this.clock.now()],
      );
      if (linked.length > 0)
        await this.audit.add({
          action: 'users_linked_to_provisioning',
          actor,
          subject: settings.name,
          details: { id: providerId, users: linked.slice(0, 100).map(({ id }) => id), linked: linked.length },
        });
      return { linked: linked.length };
    });
  }
}
