import { checkApiToken } from '@lead-finder/contracts';
import { addressesIn, AppError, forbidden, sessionRequired } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identityOf, type GatewayRequest, type RequestIdentity, type SignedIn } from '../requests/caller.js';
import { SessionCache } from './session-cache.js';
import { SessionCookie } from './session-cookie.js';
import { TokenRates } from './token-rates.js';

/** The token of `Authorization: Bearer`, and of no other place: addresses end up in logs and histories. */
export const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  /^Bearer(?= |$)/i.test(authorization) ? authorization.slice('Bearer'.length).trim() : undefined;

/** The users of API tokens, cached and ended like sessions. It is apart from sessions, so that no cookie can be a token. */
export class TokenCache extends SessionCache {
  protected override ask(token: string, _used: boolean, identity: RequestIdentity): Promise<SignedIn['session']> {
    // A longer text is no token, and the contract would reject it with 400.
    return this.bus.call(checkApiToken, { token: token.length > 200 ? '' : token }, identity);
  }
}

/** Lets requests in by API token (docs/product/api-tokens.md#requests). */
@Injectable()
export class ApiTokenAccess {
  private readonly allows = new WeakMap<object, (address: string) => boolean>();

  constructor(
    private readonly tokens: TokenCache,
    private readonly cookie: SessionCookie,
    private readonly rates: TokenRates,
  ) {}

  /** Rejects with 400, 401, 403 or 429, and with a header that says which by RFC 6750. */
  async authenticate(request: GatewayRequest, reply: FastifyReply, token: string): Promise<SignedIn> {
    if (this.cookie.read(request) !== undefined)
      throw new AppError('invalid', 'validation_failed', 'Send a session cookie or a token, not both', {
        issues: [{ path: 'authorization', message: 'Send a session cookie or a token, not both' }],
      });
    const session = await this.find(token, request).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'unauthenticated')
        void reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw error;
    });
    const { actor, networks = [] } = session;
    if (networks.length > 0 && !this.allowed(session, networks)(request.ip))
      throw forbidden(`This token may not be used from ${request.ip}`);
    this.rates.take(actor.token!.id);
    return { actor, session };
  }

  requireScope({ session }: SignedIn, reply: FastifyReply, scope: string | null): void {
    if (scope === null) throw sessionRequired();
    if (session.scopes?.includes(scope)) return;
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw new AppError('forbidden', 'scope_missing', `This token lacks the scope ${scope}`);
  }

  private async find(token: string, request: FastifyRequest): Promise<SignedIn['session']> {
    const session = this.tokens.findCached(token, false) ?? (await this.tokens.find(token, false, identityOf(request)));
    if (!session) throw new AppError('unauthenticated', 'unauthenticated', 'This token is wrong or was revoked');
    return session;
  }

  /** Built once per check of the token: a list of ranges costs more than its use. */
  private allowed(session: object, networks: readonly string[]): (address: string) => boolean {
    const known = this.allows.get(session);
    if (known) return known;
    const allows = addressesIn(networks);
    this.allows.set(session, allows);
    return allows;
  }
}
