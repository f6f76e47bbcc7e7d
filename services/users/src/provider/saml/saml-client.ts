import type { X509Certificate } from 'node:crypto';
import { maxSamlBytes } from '@lead-finder/contracts';
import { Clock, originOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { UsersSettings } from '../../users.config.js';
import type { Checks, Claims, Exchange, Exchanged, SignInProtocol } from '../sign-in-protocol.js';
import { SignInRefusal, type TestedField } from '../sign-in-refusal.js';
import type { StoredProvider } from '../stored-provider.js';
import { assertionOf, checkAssertion, type Assertion } from './saml-assertion.rules.js';
import { certificatesOf, isOver } from './saml-certificates.rules.js';
import { claimsOf } from './saml-claims.rules.js';
import { checkResponse, refusalOf } from './saml-problems.rules.js';
import type { StrictSaml } from './strict-saml.js';
import { parseXml } from './saml-xml.rules.js';

const requestIdOf = (nonce: string) => `_${nonce}`;

/** Speaks SAML 2.0 with providers: requests by HTTP-Redirect, responses by HTTP-POST. Every failure is a SignInRefusal. */
@Injectable()
export class SamlClient implements SignInProtocol {
  constructor(
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  addresses(id: number) {
    return { redirectAddress: this.own(id, 'acs'), backChannelAddress: '', entityId: this.own(id, 'metadata') };
  }

  async authorizationAddress(provider: StoredProvider, { state, nonce }: Checks): Promise<string> {
    const { issuer, signInAddress, certificates } = provider.settings;
    if (issuer === '') throw missing('issuer', 'the entity ID');
    if (signInAddress === '') throw missing('provider', 'the sign-in address');
    if (certificates.length === 0) throw missing('certificate', 'the certificate');
    const saml = await this.open(provider, requestIdOf(nonce), certificatesOf(certificates), () => {});
    return saml.getAuthorizeUrlAsync(state, undefined, {});
  }

  claims(_: StoredProvider, { answer }: Exchange): Promise<Exchanged> {
    if (answer) return Promise.resolve({ claims: answer, idToken: null });
    throw new SignInRefusal('state_unknown', 'The provider has not answered this sign-in');
  }

  /** Sessions end here alone: there is no single logout. */
  signOutAddress(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Whether the provider sends a response that no request of ours asked for. Trusts nothing in it. */
  isUnrequested(response: string): boolean {
    const xml = xmlOf(response);
    return xml.length <= maxSamlBytes && /[:<]Response\b/.test(xml) && !/\bInResponseTo\s*=/.test(xml);
  }

  /** Checks a response to the request with that nonce, and returns the claims of its signed assertion. */
  async read(provider: StoredProvider, response: string, nonce: string): Promise<Claims> {
    const { settings, id } = provider;
    const now = this.clock.now();
    const { redirectAddress: acsAddress, entityId } = this.addresses(id);
    const requestId = requestIdOf(nonce);
    let accepted: Assertion | undefined;
    try {
      const parsed = await parseXml(xmlOf(response));
      const certificates = certificatesOf(settings.certificates);
      checkResponse(parsed, { acsAddress, certificates, now });
      const current = certificates.filter((each) => !isOver(each, now));
      const saml = await this.open(provider, requestId, current, async (assertionXml) => {
        const assertion = assertionOf((await parseXml(assertionXml)).root);
        checkAssertion(assertion, { issuer: settings.issuer, entityId, acsAddress, requestId, now });
        accepted = assertion;
      });
      await saml.validatePostResponseAsync({ SAMLResponse: response });
    } catch (error) {
      throw refusalOf(error);
    }
    if (!accepted) throw new SignInRefusal('provider_error', 'The response has no assertion');
    return claimsOf(accepted, settings);
  }

  /** The request's id is not in the memory of one process: it follows from the stored sign-in. */
  private async open(
    { id, settings }: StoredProvider,
    requestId: string,
    certificates: X509Certificate[],
    check: (assertionXml: string) => void | Promise<void>,
  ): Promise<StrictSaml> {
    // Its readers of XML take 0.2 s and 15 MB of each start.
    const { StrictSaml } = await import('./strict-saml.js');
    const { redirectAddress, entityId } = this.addresses(id);
    return new StrictSaml(
      {
        issuer: entityId,
        audience: entityId,
        callbackUrl: redirectAddress,
        entryPoint: settings.signInAddress,
        idpCert: certificates.map(String),
        generateUniqueId: () => requestId,
        cacheProvider: {
          saveAsync: () => Promise.resolve(null),
          getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
          removeAsync: () => Promise.resolve(null),
        },
      },
      check,
      this.clock,
    );
  }

  private own(id: number, what: string): string {
    return new URL(`/api/sign-in/saml/${id}/${what}`, originOf(this.settings)).href;
  }
}

const missing = (field: TestedField, what: string) =>
  new SignInRefusal('provider_error', `Enter ${what} of the provider, or read its metadata`, field);
const xmlOf = (response: string) => Buffer.from(response, 'base64').toString('utf8');
