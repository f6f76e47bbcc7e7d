import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, OutputOf, ScimToken, createScimToken } from '@lead-finder/contracts';
import { AppError, Clock, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { IdentityProviders } from '../provider/identity-providers.js';
import { hashToken } from '../session/session.repository.js';

export interface ScimProvider {
  id: number;
  name: string;
  /** Addresses outside them are refused; none allows all. */
  domains: string[];
}

const maxTokens = 2;
const reloadEveryMs = 250;
const columns = `t.id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  coalesce(u.username, '') as "createdBy",
  to_char(t.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt"`;

/** The tokens with which providers call SCIM. Two are valid during a rotation (docs/product/provisioning.md#tokens). */
@Injectable()
export class ScimTokens {
  /** The hashes of all tokens, at most 40, so that a flood of made-up tokens costs four queries a second. */
  private known = new Set<string>();
  private reloading: Promise<void> | undefined;
  private readAt = -reloadEveryMs;

  constructor(
    private readonly database: Database,
    private readonly providers: IdentityProviders,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(providerId: number): Promise<ScimToken[]> {
    return this.database.query<ScimToken>(
      `select ${columns} from scim_tokens t left join users u on u.id = t.created_by
       where provider_id = $1 order by t.id limit ${maxTokens}`,
      [providerId],
    );
  }

  create(providerId: number, actor: Actor): Promise<OutputOf<typeof createScimToken>> {
    return this.database.transaction(async () => {
      const provider = await this.lock(providerId);
      if ((await this.list(providerId)).length >= maxTokens)
        throw new AppError('conflict', 'too_many_tokens', 'Two tokens are valid already. Remove the older one first');
      const token = `lfscim_${randomBytes(32).toString('base64url')}`;
      await this.database.query(
        'insert into scim_tokens (provider_id, token_hash, created_by, created_at) values ($1, $2, $3, $4)',
        [providerId, hashToken(token), actor.id, this.clock.now()],
      );
      await this.audit.add({ action: 'scim_token_created', actor, subject: provider, details: { id: providerId } });
      return { ...(await this.list(providerId)).at(-1)!, token };
    });
  }

  /** Rejects with 404 if the provider has no such token. */
  remove(providerId: number, tokenId: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const provider = await this.lock(providerId);
      const gone = await this.database.query('delete from scim_tokens where id = $1 and provider_id = $2 returning 1', [
        tokenId,
        providerId,
      ]);
      if (gone.length === 0) throw notFound('Token');
      await this.audit.add({ action: 'scim_token_removed', actor, subject: provider, details: { id: providerId } });
    });
  }

  /** Returns null for a token that is not valid, without a query of its own. */
  async providerOf(token: string): Promise<ScimProvider | null> {
    const hash = hashToken(token);
    if (!this.known.has(hash)) await this.reload();
    if (!this.known.has(hash)) return null;
    const [found] = await this.database.query<ScimProvider & { tokenId: number; isStale: boolean }>(
      `select p.id, p.settings ->> 'name' as name, t.id as "tokenId",
         coalesce(t.last_used_at < $2::timestamptz - interval '1 minute', true) as "isStale",
         array(select domain from identity_provider_domains where provider_id = p.id) as domains
       from scim_tokens t join identity_providers p on p.id = t.provider_id where token_hash = $1`,
      [hash, this.clock.now()],
    );
    if (!found) return null;
    const { tokenId, isStale, ...provider } = found;
    if (isStale)
      await this.database.query('update scim_tokens set last_used_at = $2 where id = $1', [tokenId, this.clock.now()]);
    return provider;
  }

  /** Reads the hashes anew, at most four times a second: all callers that wait share one read, which begins after they came. */
  private reload(): Promise<void> {
    return (this.reloading ??= this.readAfterPause());
  }

  private async readAfterPause(): Promise<void> {
    await pause(Math.max(0, this.readAt + reloadEveryMs - performance.now()));
    this.reloading = undefined;
    this.readAt = performance.now();
    const rows = await this.database.query<{ hash: string }>('select token_hash as hash from scim_tokens');
    this.known = new Set(rows.map(({ hash }) => hash));
  }

  private async lock(providerId: number): Promise<string> {
    await this.database.query('select 1 from identity_providers where id = $1 for update', [providerId]);
    return (await this.providers.get(providerId)).settings.name;
  }
}
