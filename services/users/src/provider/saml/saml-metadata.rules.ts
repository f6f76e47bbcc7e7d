import type { X509Certificate } from 'node:crypto';
import { certificatesOf, endOf, maxCertificates } from './saml-certificates.rules.js';
import { attributeOf, elementsAt, parseXml, textOf, withoutComments, type XmlNode } from './saml-xml.rules.js';

export interface ProviderMetadata {
  issuer: string;
  signInAddress: string;
  certificates: X509Certificate[];
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Servers of Microsoft describe hundreds of claims. */
const maxTags = 20_000;

const entitiesOf = (name: string, node: XmlNode): XmlNode[] =>
  name === 'EntityDescriptor'
    ? [node]
    : [
        ...elementsAt(node, 'EntityDescriptor'),
        ...elementsAt(node, 'EntitiesDescriptor').flatMap((each) => entitiesOf('EntitiesDescriptor', each)),
      ];

/** Reads what a form needs from the metadata of an identity provider. Rejects with a sentence. */
export async function providerOf(xml: string): Promise<ProviderMetadata> {
  const { name, root } = await parseXml(withoutComments(xml), maxTags);
  if (!['EntityDescriptor', 'EntitiesDescriptor'].includes(name)) throw new Error('This is no SAML metadata');
  const entities = entitiesOf(name, root).filter((each) => elementsAt(each, 'IDPSSODescriptor').length > 0);
  if (entities.length === 0) throw new Error('This metadata describes no identity provider');
  if (entities.length > 1)
    throw new Error('This metadata describes several identity providers. Paste the EntityDescriptor of yours alone');
  const [entity] = entities as [XmlNode];
  const services = elementsAt(entity, 'IDPSSODescriptor', 'SingleSignOnService');
  const address = services.find((each) => attributeOf(each, 'Binding') === redirect);
  if (!address) throw new Error('The provider has no sign-in address for the binding HTTP-Redirect');
  const keys = elementsAt(entity, 'IDPSSODescriptor', 'KeyDescriptor').filter(
    (each) => attributeOf(each, 'use') !== 'encryption',
  );
  const texts = keys.flatMap((each) => elementsAt(each, 'KeyInfo', 'X509Data', 'X509Certificate').map(textOf));
  const certificates = texts.flatMap((each) => certificatesOf([each]));
  if (certificates.length === 0) throw new Error('The metadata has no certificate');
  certificates.sort((one, other) => endOf(other).getTime() - endOf(one).getTime());
  return {
    issuer: attributeOf(entity, 'entityID').trim(),
    signInAddress: attributeOf(address, 'Location').trim(),
    certificates: certificatesOf(certificates.map(String).slice(0, maxCertificates)),
  };
}
