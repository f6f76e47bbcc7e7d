import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { phpIn, simpleSamlPhpFolder } from './binaries.js';
import { makeSigner } from './certificates.js';
import { fetchWithCookies } from './fetch-with-cookies.js';
import { runFolder } from './run.js';
import type { SamlForm } from './saml-peer.js';
import { launch } from './server.js';

export interface SimpleSamlPhp {
  /** The address of its metadata, which is its entity ID too. */
  metadataAddress: string;
  /** Registers a service by its metadata. */
  register(metadata: string): void;
  /** Signs the user in with a password, as a browser does, and returns the form that the browser would post. */
  signIn(address: string, username: string, password: string): Promise<SamlForm>;
  stop(): Promise<void>;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const unknownService =
  '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="none"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="1" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="http://127.0.0.1:1/"/></SPSSODescriptor></EntityDescriptor>';

/** Starts SimpleSAMLphp of Debian, with users by their attributes. The name of a user is `username:password`. */
export async function startSimpleSamlPhp(users: Record<string, Record<string, string[]>>): Promise<SimpleSamlPhp> {
  const installed = await simpleSamlPhpFolder();
  const php = phpIn(installed);
  const folder = runFolder('simplesamlphp');
  const own = (name: string) => path.join(folder, name);
  for (const each of ['config', 'metadata', 'cert', 'log', 'data', 'tmp']) mkdirSync(own(each));
  const { certificate, key } = makeSigner();
  const write = (name: string, content: string) => writeFileSync(own(name), content);
  const settings = (name: string, value: unknown) =>
    write(`config/${name}.php`, `<?php $config = json_decode(<<<'JSON'\n${JSON.stringify(value)}\nJSON, true);`);
  write('cert/idp.crt', certificate);
  write('cert/idp.key', key);
  write('sp.xml', unknownService);
  settings('authsources', { people: { 0: 'exampleauth:UserPass', ...users } });
  const hosted = {
    host: '__DEFAULT__',
    privatekey: 'idp.key',
    certificate: 'idp.crt',
    auth: 'people',
    NameIDFormat: persistent,
    authproc: { 1: { class: 'saml:AttributeNameID', attribute: 'uid', Format: persistent } },
  };
  write(
    'metadata/saml20-idp-hosted.php',
    `<?php $metadata['__DYNAMIC:1__'] = json_decode(<<<'JSON'\n${JSON.stringify(hosted)}\nJSON, true);`,
  );
  const configure = (port: number) =>
    settings('config', {
      baseurlpath: `http://127.0.0.1:${port}/`,
      certdir: `${own('cert')}/`,
      loggingdir: `${own('log')}/`,
      datadir: `${own('data')}/`,
      tempdir: own('tmp'),
      metadatadir: own('metadata'),
      'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: own('sp.xml') }],
      'module.enable': { core: true, saml: true, exampleauth: true },
      'enable.saml20-idp': true,
      'session.cookie.secure': false,
      'session.phpsession.savepath': own('tmp'),
      'store.type': 'phpsession',
      'logging.handler': 'file',
      'language.default': 'en',
      timezone: 'UTC',
      secretsalt: 'salt of the tests',
      'auth.adminpassword': 'password of the tests',
    });
  const metadataOf = (port: number) => `http://127.0.0.1:${port}/saml2/idp/metadata.php`;
  const server = await launch({
    binary: { command: php.command, env: { ...php.env, SIMPLESAMLPHP_CONFIG_DIR: own('config') } },
    args: (port) => {
      configure(port);
      const pages = path.join(installed, 'usr/share/simplesamlphp/www');
      return [...php.args, '-d', 'error_reporting=E_ERROR', '-S', `127.0.0.1:${port}`, '-t', pages];
    },
    url: (port) => `http://127.0.0.1:${port}`,
    ready: async (port) => {
      const { status } = await fetch(metadataOf(port));
      if (status !== 200) throw new Error(`SimpleSAMLphp answers ${status}`);
    },
  });
  return {
    metadataAddress: metadataOf(server.port),
    register: (metadata) => write('sp.xml', metadata),
    signIn,
    stop: server.stop,
  };
}

async function signIn(address: string, username: string, password: string): Promise<SamlForm> {
  const cookies = new Map<string, string>();
  const go = async (at: string, init: RequestInit = {}): Promise<{ at: string; page: string }> => {
    const response = await fetchWithCookies(cookies, at, init);
    const location = response.headers.get('location');
    return location ? go(new URL(location, at).href) : { at, page: await response.text() };
  };
  const login = await go(address);
  const body = new URLSearchParams({ username, password, AuthState: valueOf(login.page, 'AuthState') });
  const { page } = await go(login.at, { method: 'POST', body });
  return { SAMLResponse: valueOf(page, 'SAMLResponse'), RelayState: valueOf(page, 'RelayState') };
}

function valueOf(page: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  if (value === undefined) throw new Error(`The page has no ${name}: ${page.replace(/<[^>]*>/g, ' ').slice(0, 1_000)}`);
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
