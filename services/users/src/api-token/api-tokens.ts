import {
  maxTokens,
  scopesOf,
  type Actor,
  type ApiScope,
  type ApiToken,
  type checkApiToken,
  type createOwnToken,
  type OutputOf,
  type ParsedInputOf,
  type Role,
  type SessionUser,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField, networkOf, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { Revocations } from '../session/revocations.js';
import { actorOf, hashToken, sessionUser } from '../session/session.repository.js';
import { TokenFormat } from './token-format.js';

type Form = Omit<ParsedInputOf<typeof createOwnToken>, 'name'> & { name: string };

/** A token of a user, or of a service account that may belong to a team. */
interface Owner {
  userId: number;
  isService: boolean;
  teamId: number | null;
}

const wrongTokens: Limit = {
  kind: 'api-tokens',
  max: 60,
  seconds: 300,
  message: 'Too many requests with a wrong token. Please try again in a few minutes.',
};

const dayMs = 86_400_000;
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Of a token `t`. */
export const tokenColumns = `t.id, t.name, begins_with as "beginsWith", scopes, networks, ${iso('t.created_at')} as "createdAt",
  ${iso('expires_at')} as "expiresAt", ${iso('last_used_at')} as "lastUsedAt"`;

/** The queue of wrong tokens, beside that of sign-ins. */
@Injectable()
export class WrongTokensQueue extends NetworkQueue {}

/** The tokens by which scripts act as a user (docs/product/api-tokens.md). */
@Injectable()
export class ApiTokens {
  constructor(
    private readonly database: Database,
    private readonly format: TokenFormat,
    private readonly revocations: Revocations,
    private readonly queue: WrongTokensQueue,
    private readonly limits: Limits,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  listOf(userId: number): Promise<ApiToken[]> {
    return this.database.query(
      `select ${tokenColumns} from api_tokens t where user_id = $1 order by t.id desc limit ${maxTokens}`,
      [userId],
    );
  }

  create(form: Form, actor: Actor): Promise<OutputOf<typeof createOwnToken>> {
    return this.database.transaction(async () => {
      const [user] = await this.database.query<{ role: Role }>(
        'select role from users where id = $1 and active for update',
        [actor.id],
      );
      if (!user) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
      refuseOtherScopes(form.scopes, user.role);
      if ((await this.listOf(actor.id)).length >= maxTokens) throw tooManyTokens(maxTokens);
      const created = await this.add(form, { userId: actor.id, isService: false, teamId: null }, actor);
      await this.audit.add({ action: 'api_token_created', actor, subject: form.name, details: detailsOf(created) });
      return created;
    });
  }

  /** Stores a token in the transaction of the caller, and returns it with its text, which nothing else has. */
  async add(
    { name, scopes, networks, days }: Form,
    { userId, isService, teamId }: Owner,
    actor: Actor,
  ): Promise<ApiToken & { token: string }> {
    const { token, beginsWith } = await this.format.create(isService);
    const now = this.clock.now();
    const [row] = await this.database.query<ApiToken>(
      `insert into api_tokens as t (user_id, is_service, team_id, token_hash, begins_with, name, scopes, networks, created_by,
         created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${tokenColumns}`,
      [
        userId,
        isService,
        teamId,
        hashToken(token),
        beginsWith,
        name,
        [...new Set(scopes)],
        [...new Set(networks)],
        actor.id,
        now,
        new Date(now.getTime() + days * dayMs),
      ],
    );
    return { ...row!, token };
  }

  /** Rejects with 404 if the user has no such token. */
  revoke(tokenId: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const [gone] = await this.database.query<{ hash: string; name: string }>(
        'delete from api_tokens where id = $1 and user_id = $2 returning token_hash as hash, name',
        [tokenId, actor.id],
      );
      if (!gone) throw notFound('Token');
      await this.revocations.endToken(actor.id, gone.hash);
      await this.audit.add({ action: 'api_token_revoked', actor, subject: gone.name, details: { id: tokenId } });
    });
  }

  /** Ends all tokens of a user who is deactivated. The caller ends the sessions too, which gateways learn of. */
  async endAllOf(userId: number): Promise<void> {
    await this.database.query('delete from api_tokens where user_id = $1', [userId]);
  }

  /**
   * Returns the user with the rights of this moment. A wrong token costs no query, is counted per network, and the
   * counter refuses wrong tokens alone.
   */
  async check(token: string, address: string): Promise<OutputOf<typeof checkApiToken>> {
    const found = (await this.format.isOurs(token)) ? await this.find(token) : null;
    if (found && !found.isExpired) return found.checked;
    const network = networkOf(address);
    await this.queue.run(network, () => this.limits.take(wrongTokens, network));
    throw new AppError(
      'unauthenticated',
      'unauthenticated',
      found ? 'This token has expired' : 'This token is wrong or was revoked',
    );
  }

  private async find(token: string) {
    const now = this.clock.now();
    const [row] = await this.database.prepared<{
      id: number;
      name: string;
      scopes: string[];
      networks: string[];
      expiresAt: string;
      isExpired: boolean;
      isStale: boolean;
      user: SessionUser;
    }>(
      `select t.id, t.name, scopes, networks, ${iso('expires_at')} as "expiresAt", expires_at <= $2 as "isExpired",
         coalesce(last_used_at < $2::timestamptz - interval '1 minute', true) as "isStale",
         ${sessionUser('$2', '(is_service or exists (select from identities where user_id = u.id))')}
       from api_tokens t cross join lateral (
         select id, username, full_name, role, email, time_zone, coalesce(users.team_id, t.team_id) as team_id, second_factor_since
         from users where id = t.user_id and (active or users.is_service)
       ) u
       where token_hash = $1`,
      [hashToken(token), now],
    );
    if (!row) return null;
    const { id, name, user, scopes, networks, expiresAt, isExpired, isStale } = row;
    if (isStale && !isExpired)
      await this.database.query('update api_tokens set last_used_at = $2 where id = $1', [id, now]);
    const actor = { ...actorOf(user), token: { id, name } };
    return { isExpired, checked: { actor, user, expiresAt, scopes, networks } };
  }
}

export const detailsOf = ({ id, scopes, networks, expiresAt }: ApiToken) => ({ id, scopes, networks, expiresAt });

/** Rejects with 400 on a scope that the role does not have. */
export function refuseOtherScopes(scopes: readonly ApiScope[], role: Role): void {
  const other = scopes.find((scope) => !scopesOf(role).includes(scope));
  if (!other) return;
  throw invalidField('scopes', `The role ${role} does not have the scope ${other}`);
}

export const tooManyTokens = (max: number) =>
  new AppError('conflict', 'too_many_tokens', `There are ${max} tokens already. Revoke one that is no longer needed.`);
