import { Clock, originOf, PublicHttps, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as keysFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { UsersSettings } from '../users.config.js';
import { checkIssuedAt, toleranceSeconds } from './clock.rules.js';
import type { Checks, Claims, Exchange, Exchanged, SignInProtocol } from './sign-in-protocol.js';
import type { StoredProvider } from './stored-provider.js';
import { refusalOf } from './oidc-problems.rules.js';
import { SignInRefusal } from './sign-in-refusal.js';

interface Connection {
  config: oidc.Configuration;
  keys: JWTVerifyGetKey;
  openedAt: number;
}

const timeoutSeconds = 5;
const connectionMs = 10 * 60_000;
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const secretIsGone = 'The stored client secret cannot be read, because SECRETS_KEY has changed. Enter it again';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** The claims of the protocol itself, which say nothing about the user. */
const ofProtocol = [
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'azp',
  'jti',
  'auth_time',
];

/** Speaks OpenID Connect with providers. Every failure is a SignInRefusal. */
@Injectable()
export class OidcClient implements SignInProtocol {
  private readonly connections = new Map<string, Promise<Connection>>();

  constructor(
    private readonly https: PublicHttps,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  addresses(id: number) {
    const own = (what: string) => new URL(`/api/sign-in/oidc/${id}/${what}`, originOf(this.settings)).href;
    return { redirectAddress: own('callback'), backChannelAddress: own('back-channel-logout'), entityId: '' };
  }

  async authorizationAddress(provider: StoredProvider, checks: Checks, isFresh = false): Promise<string> {
    const { config } = await this.connect(provider, isFresh);
    const scopes = new Set(['openid', ...provider.settings.scopes.split(/\s+/).filter(Boolean)]);
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.addresses(provider.id).redirectAddress,
      scope: [...scopes].join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Exchanges the code for the claims of the user. */
  async claims(provider: StoredProvider, exchange: Exchange): Promise<Exchanged> {
    const { config } = await this.connect(provider);
    const callback = new URL(`${this.addresses(provider.id).redirectAddress}?${exchange.query}`);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: exchange.state,
        expectedNonce: exchange.nonce,
        pkceCodeVerifier: exchange.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      checkIssuedAt(claims.iat, this.clock.now());
      const wanted = ['email', 'name', provider.settings.roleClaim.split('.')[0]!].filter(Boolean);
      const isWhole = wanted.every((name) => claims[name] !== undefined);
      const more =
        !isWhole && config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
      return { claims: merged(claims, more), idToken: tokens.id_token! };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async signOutAddress(provider: StoredProvider, idToken: string): Promise<string | null> {
    try {
      const { config } = await this.connect(provider);
      if (!config.serverMetadata().end_session_endpoint) return null;
      const post_logout_redirect_uri = new URL('/auth', originOf(this.settings)).href;
      return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri }).href;
    } catch {
      return null;
    }
  }

  /** Returns whose sessions a logout token ends, by OpenID Connect Back-Channel Logout 1.0, section 2.6. */
  async logoutOf(provider: StoredProvider, token: string): Promise<{ subject?: string; session?: string; id: string }> {
    const { config, keys } = await this.connect(provider);
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: provider.settings.clientId,
      algorithms,
      clockTolerance: toleranceSeconds,
      currentDate: this.clock.now(),
      requiredClaims: ['iat', 'jti'],
    });
    const { sub, sid, events, nonce, jti, iat } = payload as Record<string, unknown>;
    // Some providers do not type their logout tokens (ASVS 10.5.5).
    const { typ = 'JWT' } = protectedHeader;
    const isTyped = /^(application\/)?(logout\+)?jwt$/i.test(typ);
    const isLogout =
      isTyped && typeof events === 'object' && events !== null && logoutEvent in events && nonce === undefined;
    const subject = typeof sub === 'string' ? sub : undefined;
    const session = typeof sid === 'string' ? sid : undefined;
    if (!isLogout || (subject === undefined && session === undefined)) throw new Error('This is no logout token');
    checkIssuedAt(iat as number, this.clock.now());
    return { ...(subject !== undefined && { subject }), ...(session !== undefined && { session }), id: String(jti) };
  }

  /** All sign-ins that wait for a provider share one call for its description. */
  private async connect(provider: StoredProvider, isFresh = false): Promise<Connection> {
    const key = `${provider.id}.${provider.version}`;
    const known = await this.connections.get(key);
    const isOld = isFresh || !known || performance.now() - known.openedAt > connectionMs;
    if (isOld) {
      const opening = this.open(provider);
      for (const each of this.connections.keys()) if (each.startsWith(`${provider.id}.`)) this.connections.delete(each);
      this.connections.set(key, opening);
      opening.catch(() => this.connections.get(key) === opening && this.connections.delete(key));
      return opening;
    }
    return known;
  }

  private async open({ settings, secret }: StoredProvider): Promise<Connection> {
    const { issuer, clientId } = settings;
    if (secret === undefined) throw new SignInRefusal('provider_error', secretIsGone, 'client secret');
    const isPlain = new URL(issuer).protocol === 'http:';
    const fetch: oidc.CustomFetch = (address, { method, headers, body, signal }) => {
      const giveUp = signal ?? AbortSignal.timeout(timeoutSeconds * 1_000);
      const sent = body instanceof URLSearchParams ? body.toString() : (body as string | undefined);
      return this.https.fetch(address, { method, headers, body: sent, signal: giveUp });
    };
    const metadata = { [oidc.clockTolerance]: toleranceSeconds, [oidc.clockSkew]: this.skew() };
    try {
      const config = await oidc.discovery(
        new URL(issuer),
        clientId,
        metadata,
        secret ? bySecret(secret) : oidc.None(),
        {
          [oidc.customFetch]: fetch,
          timeout: timeoutSeconds,
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      );
      const { issuer: found, jwks_uri } = config.serverMetadata();
      if (found.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
        throw new SignInRefusal('provider_error', `The provider calls itself ${found}`, 'issuer');
      if (!jwks_uri) throw new SignInRefusal('provider_error', 'The provider publishes no keys', 'issuer');
      const keys = createRemoteJWKSet(new URL(jwks_uri), {
        timeoutDuration: timeoutSeconds * 1_000,
        [keysFetch]: (address, options) =>
          fetch(address, { ...options, headers: Object.fromEntries(options.headers), body: null }),
      });
      return { config, keys, openedAt: performance.now() };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  private skew(): number {
    return Math.round((this.clock.now().getTime() - Date.now()) / 1_000);
  }
}

/** Sends the secret as the provider's description asks for. */
const bySecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...rest);
  };

/** An address and the word that it is verified must come from the same source. */
function merged(idToken: oidc.IDToken, userInfo: Record<string, unknown>): Claims {
  const { email, email_verified, ...rest } = userInfo;
  const all = { ...rest, ...(idToken.email === undefined && { email, email_verified }), ...idToken };
  const own = Object.entries(all).filter(([name, value]) => !ofProtocol.includes(name) && value !== undefined);
  return { ...Object.fromEntries(own), sub: idToken.sub };
}
