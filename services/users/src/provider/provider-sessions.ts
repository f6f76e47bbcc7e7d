import { createHash } from 'node:crypto';
import { Clock, Database, invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Revocations } from '../session/revocations.js';
import type { SessionOfProvider } from '../session/session.repository.js';
import { IdentityProviders } from './identity-providers.js';
import { OidcClient } from './oidc-client.js';
import type { Exchanged } from './sign-in-protocol.js';
import { SignInProtocols } from './sign-in-protocols.js';
import { SecretBox } from '../session/secret-box.js';

interface SessionAtProvider {
  providerId: number;
  idToken: string;
}

const purpose = 'id token of a session';
const maxEndedAtOnce = 100;

/** The sessions that providers opened, and how each side ends them (docs/product/sign-in.md#sign-out). */
@Injectable()
export class ProviderSessions {
  constructor(
    private readonly database: Database,
    private readonly providers: IdentityProviders,
    private readonly oidc: OidcClient,
    private readonly protocols: SignInProtocols,
    private readonly secrets: SecretBox,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async of(providerId: number, { claims: { sub, sid }, idToken }: Exchanged): Promise<SessionOfProvider> {
    return {
      providerId,
      subject: sub,
      session: typeof sid === 'string' ? sid : null,
      idToken: idToken && (await this.secrets.seal(idToken, purpose)),
    };
  }

  /** Returns the provider that opened the session and where users sign out too; null for every other session. */
  async find(tokenHash: string): Promise<SessionAtProvider | null> {
    const [found] = await this.database.query<SessionAtProvider>(
      `select provider_id as "providerId", id_token as "idToken" from provider_sessions
         join sessions on sessions.id = session_id join identity_providers p on p.id = provider_id
       where token_hash = $1 and (p.settings ->> 'signOutAtProvider')::boolean`,
      [tokenHash],
    );
    return found ?? null;
  }

  async signOutAddress({ providerId, idToken }: SessionAtProvider): Promise<string | null> {
    const provider = await this.providers.find(providerId);
    const opened = provider && (await this.secrets.open(idToken, purpose).catch(() => null));
    return opened ? this.protocols.of(provider.settings).signOutAddress(provider, opened) : null;
  }

  /** Rejects with 400 a token that is not valid, and does nothing for one that was used before. */
  async endByProvider(providerId: number, token: string): Promise<number> {
    const provider = await this.providers.find(providerId);
    if (!provider?.enabled || provider.settings.kind !== 'oidc') throw invalidToken();
    const { subject, session } = await this.oidc.logoutOf(provider, token).catch(() => {
      throw invalidToken();
    });
    return this.database.transaction(async () => {
      const fresh = await this.database.query(
        'insert into used_logout_tokens (token_hash, used_at) values ($1, $2) on conflict do nothing returning 1',
        [createHash('sha256').update(token).digest('base64url'), this.clock.now()],
      );
      if (fresh.length === 0) return 0;
      const ended = await this.database.query<{ id: string; userId: number; username: string }>(
        `select s.id, user_id as "userId", username from provider_sessions
           join sessions s on s.id = session_id join users u on u.id = user_id
         where provider_id = $1 and ($2::text is null or subject = $2) and ($3::text is null or provider_session = $3)
         order by s.id limit ${maxEndedAtOnce}`,
        [providerId, subject ?? null, session ?? null],
      );
      for (const { id, userId } of ended) await this.revocations.endOne(userId, id);
      if (ended[0]) {
        const details = { id: ended[0].userId, provider: provider.settings.name, ended: ended.length };
        await this.audit.add({ action: 'provider_sessions_ended', actor: null, subject: ended[0].username, details });
      }
      return ended.length;
    });
  }
}

const invalidToken = () => invalidField('logout_token', 'This is not a valid logout token of this provider');
