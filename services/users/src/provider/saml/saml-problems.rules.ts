import type { X509Certificate } from 'node:crypto';
import { SignInRefusal, type TestedField } from '../sign-in-refusal.js';
import { certificatesOf, endOf, isOver } from './saml-certificates.rules.js';
import { attributeOf, elementsAt, textOf, type XmlNode } from './saml-xml.rules.js';

interface Own {
  acsAddress: string;
  certificates: X509Certificate[];
  now: Date;
}

/** The schema has five. node-saml compares each one with each other. */
const maxChildren = 20;
const untrusted = (field: TestedField, details: string) => new SignInRefusal('provider_error', details, field);

/**
 * Names what is wrong in a response before its signature is checked, because the check itself only says that it failed.
 * Proves nothing: the sender of the response can write what it wants.
 */
export function checkResponse({ name, root }: { name: string; root: XmlNode }, own: Own): void {
  const children = Object.values(root).flatMap((each) => (Array.isArray(each) ? each : []));
  if (name !== 'Response' || children.length > maxChildren) throw untrusted('provider', 'This is no SAML response');
  const destination = attributeOf(root, 'Destination');
  if (destination !== '' && destination !== own.acsAddress)
    throw untrusted('ACS address', `The response is for the ACS address ${destination.slice(0, 300)}`);
  if (elementsAt(root, 'EncryptedAssertion').length > 0)
    throw untrusted('provider', 'The assertion is encrypted. Switch the encryption off at the provider');
  const [assertion, another] = elementsAt(root, 'Assertion');
  if (!assertion) return;
  if (another) throw untrusted('signature', 'The response has more than one assertion');
  if (elementsAt(assertion, 'Signature').length === 0)
    throw untrusted(
      'signature',
      'The assertion is not signed. Let the provider sign the assertion, also if it signs the response',
    );
  const algorithms = [root, assertion]
    .flatMap((each) => elementsAt(each, 'Signature', 'SignedInfo'))
    .flatMap((each) => [...elementsAt(each, 'SignatureMethod'), ...elementsAt(each, 'Reference', 'DigestMethod')])
    .map((each) => attributeOf(each, 'Algorithm'));
  if (!algorithms.every((each) => /sha(256|384|512)/i.test(each)))
    throw untrusted('signature', 'The response is signed with SHA-1. Choose SHA-256 at the provider');
  checkCertificate(assertion, own);
}

function checkCertificate(assertion: XmlNode, { certificates, now }: Own): void {
  const named = elementsAt(assertion, 'Signature', 'KeyInfo', 'X509Data', 'X509Certificate').map(fingerprintOf);
  const known = certificates.filter(({ fingerprint256 }) => named.includes(fingerprint256));
  if (named.length > 0 && known.length === 0)
    throw untrusted('certificate', 'The provider signs with a certificate that is not entered here');
  const used = named.length > 0 ? known : certificates;
  if (!used.every((each) => isOver(each, now))) return;
  const day = new Date(Math.max(...used.map((each) => endOf(each).getTime()))).toISOString().slice(0, 10);
  const sentence = `The certificate of the provider ended on ${day}. Enter the one with which it signs now`;
  throw untrusted('certificate', sentence);
}

function fingerprintOf(node: XmlNode): string | undefined {
  try {
    return certificatesOf([textOf(node)])[0]?.fingerprint256;
  } catch {
    return undefined;
  }
}

const bySentence: [RegExp, () => SignInRefusal][] = [
  [/^InResponseTo is missing/, () => new SignInRefusal('not_started', 'The response answers no request')],
  [/InResponseTo/, () => new SignInRefusal('state_unknown', 'The response answers another sign-in')],
  [
    /expired|not yet valid|subject confirmation/,
    () => new SignInRefusal('clock', 'The assertion is not valid at this time', 'clock'),
  ],
  [/audience|AudienceRestriction/i, () => untrusted('audience', 'The assertion is for another service')],
  [/signature/i, () => untrusted('signature', 'No certificate that is entered here fits the signature')],
];

/** Translates an error of the library into the field that is wrong and a sentence without any part of the assertion. */
export function refusalOf(thrown: unknown): SignInRefusal {
  if (thrown instanceof SignInRefusal) return thrown;
  const { message } = thrown as Error;
  // A SamlStatusError of node-saml, which loads on demand.
  if ('xmlStatus' in (thrown as Error)) return new SignInRefusal('provider_refused', message.slice(0, 300));
  const [, found] = bySentence.find(([pattern]) => pattern.test(message)) ?? [];
  return found?.() ?? untrusted('provider', message.slice(0, 200));
}
