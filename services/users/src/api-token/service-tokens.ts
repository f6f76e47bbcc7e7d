import { randomBytes } from 'node:crypto';
import {
  maxServiceTokens,
  type Actor,
  type createServiceToken,
  type OutputOf,
  type ParsedInputOf,
  type ServiceToken,
} from '@lead-finder/contracts';
import { Clock, Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { NewAccounts } from '../provider/new-accounts.js';
import { Revocations } from '../session/revocations.js';
import { UserRepository } from '../user/user.repository.js';
import { ApiTokens, detailsOf, refuseOtherScopes, tokenColumns, tooManyTokens } from './api-tokens.js';

/** Expired tokens stay in the list for this time, so that an administrator learns why a service has stopped. */
export const expiredTokenDays = 30;

const serviceColumns = `${tokenColumns}, u.role, u.username, coalesce(c.username, '') as "createdBy",
  case when team.id is not null then json_build_object('id', team.id, 'name', team.name) end as team`;

/** Tokens with an account of their own, which cannot sign in (docs/product/api-tokens.md#service-tokens). */
@Injectable()
export class ServiceTokens {
  constructor(
    private readonly database: Database,
    private readonly tokens: ApiTokens,
    private readonly users: UserRepository,
    private readonly accounts: NewAccounts,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(): Promise<ServiceToken[]> {
    return this.database.query(
      `select ${serviceColumns} from api_tokens t join users u on u.id = t.user_id
         left join users c on c.id = t.created_by left join teams team on team.id = t.team_id
       where t.is_service order by t.id desc limit ${maxServiceTokens}`,
    );
  }

  create(form: ParsedInputOf<typeof createServiceToken>, actor: Actor): Promise<OutputOf<typeof createServiceToken>> {
    const { role, teamId, name } = form;
    refuseOtherScopes(form.scopes, role);
    return this.database.transaction(async () => {
      await this.database.lock('users.service-tokens');
      if ((await this.list()).length >= maxServiceTokens) throw tooManyTokens(maxServiceTokens);
      const [team] = await this.database.query('select 1 from teams where id = $1 for key share', [teamId]);
      if (teamId !== null && !team) throw invalidField('teamId', 'There is no such team');
      const username = usernameOf(name);
      const account = await this.users.add({
        username,
        email: `${username}@services.invalid`,
        fullName: name,
        role,
        monthlyGoal: 100,
        passwordHash: await this.accounts.unknownHash,
        hasNoPassword: true,
        active: false,
        isService: true,
      });
      const { token, ...created } = await this.tokens.add(form, { userId: account.id, isService: true, teamId }, actor);
      const details = { ...detailsOf(created), role, teamId, username };
      await this.audit.add({ action: 'service_token_created', actor, subject: name, details });
      return { ...(await this.list())[0]!, token };
    });
  }

  /** Rejects with 404 if there is no such token. Its account ends with it. */
  revoke(tokenId: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const name = await this.end(tokenId);
      await this.audit.add({ action: 'service_token_revoked', actor, subject: name, details: { id: tokenId } });
    });
  }

  /** Ends accounts whose token expired long ago. */
  async forgetExpired(before: Date): Promise<boolean> {
    const [expired] = await this.database.query<{ id: number }>(
      'select id from api_tokens where is_service and expires_at < $1 limit 1',
      [before],
    );
    if (expired) await this.database.transaction(() => this.end(expired.id));
    return expired !== undefined;
  }

  private async end(tokenId: number): Promise<string> {
    const [token] = await this.database.query<{ userId: number; name: string }>(
      'select user_id as "userId", name from api_tokens where id = $1 and is_service for update',
      [tokenId],
    );
    const account = token && (await this.users.lock(token.userId));
    if (!account) throw notFound('Token');
    await this.revocations.endAllOf(account.id);
    await this.users.remove(account);
    return token.name;
  }
}

/** Such as `nightly-import-4f2a9c`: letters and digits of the name, and a random end, because names may repeat. */
function usernameOf(name: string): string {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words.slice(0, 40) || 'service'}-${randomBytes(3).toString('hex')}`;
}
