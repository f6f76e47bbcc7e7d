import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { fetchWithCookies } from './fetch-with-cookies.js';
import { rsaKeysInTurn } from './rsa-keys-in-turn.js';

export interface PeerAccount {
  sub: string;
  [claim: string]: unknown;
}

export interface OidcPeer {
  issuer: string;
  /** The account that signs in next, without a form. */
  account: PeerAccount;
  /** If set, returns the account that signs in by the `login_hint` of the request instead. */
  accountOf: ((hint: string) => PeerAccount) | undefined;
  /** The requests since the start by the first part of their path, such as `/token` and `/jwks`. */
  readonly calls: Map<string, number>;
  /** Changes the next ID tokens, which are signed anew: by `none`, or by another key. */
  tamper: { claims?: (claims: JWTPayload) => JWTPayload; sign?: 'none' | 'other key' } | undefined;
  /** Every answer is this status while it is set. */
  failWith: number | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registers a client of the peer. Comes before the first sign-in. */
  register(redirectAddress: string, backChannelAddress?: string): void;
  /** Follows the address as a browser without a form does, and returns the query of the callback. */
  signIn(address: string): Promise<string>;
  logoutToken(claims: JWTPayload, typ?: string): Promise<string>;
  stop(): Promise<void>;
}

const clientId = 'lead-finder';
const clientSecret = 'a secret of the peer, with + and %';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

type Mounted = IncomingMessage & { originalUrl?: string };

interface PeerOptions {
  path?: string;
  claimsByScope?: Record<string, string[]>;
  inIdToken?: boolean;
}

const usualClaims = { email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] };

/** Starts a real OpenID provider on loopback, whose users sign in without a form. */
export async function startOidcPeer({
  path = '',
  claimsByScope = usualClaims,
  inIdToken = false,
}: PeerOptions = {}): Promise<OidcPeer> {
  // Loaded on demand, because most importers of this library do not need it.
  const { default: Provider } = await import('oidc-provider');
  const [own, other] = [rsaKeysInTurn(), rsaKeysInTurn()];
  const jwk = { ...(await exportJWK(own.privateKey)), alg: 'RS256', use: 'sig', kid: 'own' };
  let redirectAddresses: string[] = [];
  let backChannelAddress: string | undefined;
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const accounts = new Map<string, PeerAccount>();

  const sign = async (claims: JWTPayload, how?: 'none' | 'other key', typ?: string) => {
    if (how === 'none') return new UnsecuredJWT(claims).encode();
    const header = { alg: 'RS256', kid: 'own', ...(typ && { typ }) };
    return new SignJWT(claims).setProtectedHeader(header).sign((how ? other : own).privateKey);
  };

  const open = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: redirectAddresses,
          post_logout_redirect_uris: redirectAddresses.map((address) => new URL('/auth', address).href),
          ...(backChannelAddress && {
            backchannel_logout_uri: backChannelAddress,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['cookies of the peer'] },
      claims: claimsByScope,
      conformIdTokenClaims: !inIdToken,
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) =>
            void (ctx.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`),
        },
      },
      interactions: { url: (_ctx, { uid }) => `${path}/interaction/${uid}` },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => Promise.resolve(accounts.get(id) ?? { sub: id }),
      }),
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client!.clientId,
          accountId: ctx.oidc.session!.accountId!,
        });
        grant.addOIDCScope(['openid', ...Object.keys(claimsByScope)].join(' '));
        await grant.save();
        return grant;
      },
    });
    provider.use(async (ctx, next) => {
      const call = /^\/[^/]*/.exec(ctx.path)![0];
      peer.calls.set(call, (peer.calls.get(call) ?? 0) + 1);
      if (peer.failWith) return void (ctx.status = peer.failWith);
      if (ctx.path.startsWith('/interaction/')) {
        const { params } = await provider.interactionDetails(ctx.req, ctx.res);
        const account = peer.accountOf?.(String(params.login_hint)) ?? peer.account;
        accounts.set(account.sub, account);
        const result = { login: { accountId: account.sub } };
        ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
        return;
      }
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path !== '/token' || !body?.id_token || !peer.tamper) return;
      const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString()) as JWTPayload;
      body.id_token = await sign(peer.tamper.claims?.(claims) ?? claims, peer.tamper.sign);
    });
    return provider.callback();
  };

  const peer: OidcPeer = {
    issuer,
    clientId,
    clientSecret,
    account: { sub: 'first', email: 'first@example.com', email_verified: true, name: 'First One' },
    accountOf: undefined,
    calls: new Map(),
    tamper: undefined,
    failWith: undefined,
    register(redirectAddress, backChannel) {
      redirectAddresses = [redirectAddress];
      backChannelAddress = backChannel;
      server.removeAllListeners('request');
      const handle = open();
      server.on('request', (request: Mounted, response) => {
        request.originalUrl = request.url!;
        request.url = request.url!.slice(path.length);
        void handle(request, response);
      });
    },
    async signIn(address) {
      const cookies = new Map<string, string>();
      for (let at = address; ;) {
        const response = await fetchWithCookies(cookies, at);
        const location = response.headers.get('location');
        if (!location)
          throw new Error(`The peer answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
        at = new URL(location, at).href;
        if (redirectAddresses.some((each) => at.startsWith(each))) return new URL(at).search.slice(1);
      }
    },
    logoutToken: (claims, typ) =>
      sign(
        {
          iss: issuer,
          aud: clientId,
          iat: Math.floor(Date.now() / 1_000),
          exp: Math.floor(Date.now() / 1_000) + 120,
          jti: String(Math.random()),
          events: { [logoutEvent]: {} },
          ...claims,
        },
        undefined,
        typ,
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  peer.register('http://127.0.0.1:1/not-registered');
  return peer;
}
