import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSigner, type Certificate } from './certificates.js';

export interface SamlAccount {
  nameId: string;
  format?: string;
  attributes: Record<string, string | string[]>;
  /** Sends an element for each value, all with the name of the attribute, as Keycloak does. */
  isSplit?: boolean;
}

export type SamlParts = Record<
  | 'issuer'
  | 'issuedAt'
  | 'notBefore'
  | 'notOnOrAfter'
  | 'audience'
  | 'destination'
  | 'recipient'
  | 'inResponseTo'
  | 'confirmedFor',
  string
>;

export interface SamlForm {
  SAMLResponse: string;
  RelayState: string;
}

export interface SamlPeer {
  entityId: string;
  metadata: string;
  metadataAddress: string;
  signer: Certificate;
  /** The account that signs in next, without a form. */
  account: SamlAccount;
  tamper: {
    parts?: Partial<SamlParts>;
    sign?: 'assertion' | 'response' | 'both';
    signer?: Certificate;
    after?: (xml: string) => string;
  };
  /** Registers a service by its metadata. */
  register(metadata: string): void;
  /** Follows the address as a browser does, and returns the form that it would post. */
  signIn(address: string): Promise<SamlForm>;
  stop(): Promise<void>;
}

/** The part of samlify that the peer uses. Its own types bring those of browsers along, which differ from Node's. */
interface Samlify {
  Constants: { namespace: { binding: { post: string; redirect: string } } };
  IdentityProvider(settings: object): {
    getMetadata(): string;
    parseLoginRequest(
      service: Service,
      binding: 'redirect',
      request: { query: Record<string, string> },
    ): Promise<{ extract: { request: { id: string } } }>;
    createLoginResponse(
      service: Service,
      request: object,
      binding: 'post',
      user: object,
      options: { customTagReplacement: () => { id: string; context: string } },
    ): Promise<{ context: string }>;
  };
  ServiceProvider(settings: { metadata: string; wantMessageSigned: boolean }): Service;
  setSchemaValidator(validator: { validate: () => Promise<string> }): void;
}
interface Service {
  entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: 'post'): string };
}
const samlify: string = 'samlify';

const protocol = 'urn:oasis:names:tc:SAML:2.0';
const persistent = `${protocol}:nameid-format:persistent`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');

interface PeerOptions {
  host?: string;
  port?: number;
  metadataPath?: string;
  /** Its metadata address without one, as many servers have it. */
  entityId?: string;
}

/** Starts a real SAML provider on loopback, whose users sign in without a form. */
export async function startSamlPeer({
  host = '127.0.0.1',
  port = 0,
  metadataPath = '/metadata',
  ...options
}: PeerOptions = {}): Promise<SamlPeer> {
  // Loaded on demand, because most importers of this library do not need it.
  const { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } = (await import(samlify)) as Samlify;
  setSchemaValidator({ validate: () => Promise.resolve('The peer reads only requests of the product') });
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const metadataAddress = `${origin}${metadataPath}`;
  const { entityId = metadataAddress } = options;
  const signer = makeSigner();
  const { post, redirect } = Constants.namespace.binding;
  const provider = ({ certificate, key }: Certificate) =>
    IdentityProvider({
      entityID: entityId,
      privateKey: key,
      signingCert: certificate,
      singleSignOnService: [post, redirect].map((Binding) => ({ Binding, Location: `${origin}/sign-in` })),
      singleLogoutService: [{ Binding: redirect, Location: `${origin}/sign-out` }],
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    });
  const own = provider(signer);
  let service = '';
  let responses = 0;

  async function respond(url: string): Promise<SamlForm & { acs: string }> {
    const query = Object.fromEntries(new URL(url, origin).searchParams);
    const { sign = 'assertion', parts, after = (xml: string) => xml, signer: other } = peer.tamper;
    const metadata =
      sign === 'response' ? service.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"') : service;
    const sp = ServiceProvider({ metadata, wantMessageSigned: sign !== 'assertion' });
    const request = await own.parseLoginRequest(sp, 'redirect', { query });
    const acs = sp.entityMeta.getAssertionConsumerService('post');
    const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    const inResponseTo = request.extract.request.id;
    const all: SamlParts = {
      issuer: entityId,
      issuedAt: minutes(0),
      notBefore: minutes(0),
      notOnOrAfter: minutes(5),
      audience: sp.entityMeta.getEntityID(),
      destination: acs,
      recipient: acs,
      inResponseTo,
      confirmedFor: inResponseTo,
      ...parts,
    };
    const template = () => ({ id: `_r${responses}`, context: responseOf(`${++responses}`, all, peer.account) });
    const signing = other ? provider(other) : own;
    const { context } = await signing.createLoginResponse(sp, request, 'post', {}, { customTagReplacement: template });
    const xml = after(Buffer.from(context, 'base64').toString());
    return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: query.RelayState ?? '', acs };
  }

  async function answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (url === metadataPath) {
        response.setHeader('content-type', 'application/samlmetadata+xml').end(peer.metadata);
        return;
      }
      const { acs, ...form } = await respond(url!);
      const fields = Object.entries(form).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      );
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Sign in</title><form method="post" action="${escaped(acs)}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
      );
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  const peer: SamlPeer = {
    entityId,
    metadata: own.getMetadata(),
    metadataAddress,
    signer,
    account: { nameId: 'first', attributes: { email: 'first@example.com', displayName: 'First One' } },
    tamper: {},
    register: (metadata) => void (service = metadata),
    async signIn(address) {
      const { SAMLResponse, RelayState } = await respond(address);
      return { SAMLResponse, RelayState };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}

function responseOf(id: string, parts: SamlParts, account: SamlAccount): string {
  const { nameId, format = persistent, attributes, isSplit } = account;
  const part = (name: keyof SamlParts) => escaped(parts[name]);
  const named = (name: string, value: string) => (value === '' ? '' : ` ${name}="${value}"`);
  const elements = Object.entries(attributes).flatMap(([name, values]) =>
    isSplit ? [values].flat().map((value) => ({ name, values: [value] })) : [{ name, values: [values].flat() }],
  );
  const statements = elements.map(
    ({ name, values }) =>
      `<saml:Attribute Name="${escaped(name)}">${values
        .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return `<samlp:Response xmlns:samlp="${protocol}:protocol" xmlns:saml="${protocol}:assertion" ID="_r${id}" Version="2.0" IssueInstant="${part('issuedAt')}"${named('Destination', part('destination'))}${named('InResponseTo', part('inResponseTo'))}><saml:Issuer>${part('issuer')}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${protocol}:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="${protocol}:assertion" ID="_a${id}" Version="2.0" IssueInstant="${part('issuedAt')}"><saml:Issuer>${part('issuer')}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${escaped(nameId)}</saml:NameID><saml:SubjectConfirmation Method="${protocol}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${part('notOnOrAfter')}"${named('Recipient', part('recipient'))}${named('InResponseTo', part('confirmedFor'))}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${part('notBefore')}" NotOnOrAfter="${part('notOnOrAfter')}"><saml:AudienceRestriction><saml:Audience>${part('audience')}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}
