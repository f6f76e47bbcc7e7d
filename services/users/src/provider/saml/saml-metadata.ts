import type { getSamlMetadata, OutputOf, resolveProviderMetadata } from '@lead-finder/contracts';
import { AppError, invalidField, notFound, PublicHttps } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { IdentityProviders } from '../identity-providers.js';
import { endOf } from './saml-certificates.rules.js';
import { SamlClient } from './saml-client.js';
import { providerOf } from './saml-metadata.rules.js';

const timeoutMs = 5_000;

/** The metadata of both sides, which spares administrators to copy each field (docs/product/sign-in.md#saml). */
@Injectable()
export class SamlMetadata {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly saml: SamlClient,
    private readonly https: PublicHttps,
  ) {}

  /** Rejects with 404 if there is no such SAML provider. */
  async own(id: number): Promise<OutputOf<typeof getSamlMetadata>> {
    const provider = await this.providers.find(id);
    if (provider?.settings.kind !== 'saml') throw notFound('Identity provider');
    const { redirectAddress, entityId } = this.saml.addresses(id);
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    const xml = generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: redirectAddress,
      identifierFormat: null,
      wantAssertionsSigned: true,
      generateUniqueId: () => `_lead-finder-${id}`,
    });
    return { xml };
  }

  async read(xml: string, address: string): Promise<OutputOf<typeof resolveProviderMetadata>> {
    const isPasted = xml.trim() !== '';
    if (!isPasted && !URL.canParse(address))
      throw invalidField('address', 'Must be an address such as https://login.example.com');
    const text = isPasted ? xml : await this.download(address);
    const found = await providerOf(text).catch((error: Error) => {
      throw invalidField(isPasted ? 'xml' : 'address', error.message);
    });
    return {
      ...found,
      certificates: found.certificates.map(String),
      certificatesEnd: found.certificates.map((each) => endOf(each).toISOString()),
    };
  }

  private async download(address: string): Promise<string> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await this.https.fetch(address, { method: 'GET', headers: {}, signal });
      if (response.status === 200) return await response.text();
      throw new Error(`it answered with the status ${response.status}`);
    } catch (error) {
      throw new AppError('bad_gateway', 'unavailable', `The metadata could not be read: ${(error as Error).message}`);
    }
  }
}
