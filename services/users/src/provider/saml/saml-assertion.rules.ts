import { checkIssuedAt, toleranceSeconds } from '../clock.rules.js';
import { SignInRefusal, type TestedField } from '../sign-in-refusal.js';
import { attributeOf, elementsAt, textOf, type XmlNode } from './saml-xml.rules.js';

interface Confirmation {
  recipient: string;
  inResponseTo: string;
  notOnOrAfter: string;
}

/** What a signed assertion says. */
export interface Assertion {
  issuer: string;
  issuedAt: string;
  nameId: string;
  nameIdFormat: string;
  audiences: string[];
  /** Those of the method 'bearer'. */
  confirmations: Confirmation[];
  attributes: Map<string, string[]>;
}

export interface Expected {
  issuer: string;
  entityId: string;
  acsAddress: string;
  requestId: string;
  now: Date;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export function assertionOf(root: XmlNode): Assertion {
  const [nameId] = elementsAt(root, 'Subject', 'NameID');
  const attributes = new Map<string, string[]>();
  // Keycloak sends one element for each role, all with the same name.
  for (const each of elementsAt(root, 'AttributeStatement', 'Attribute')) {
    const name = attributeOf(each, 'Name');
    attributes.set(name, [...(attributes.get(name) ?? []), ...elementsAt(each, 'AttributeValue').map(textOf)]);
  }
  return {
    issuer: textOf(elementsAt(root, 'Issuer')[0]),
    issuedAt: attributeOf(root, 'IssueInstant'),
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format'),
    audiences: elementsAt(root, 'Conditions', 'AudienceRestriction', 'Audience').map(textOf),
    confirmations: elementsAt(root, 'Subject', 'SubjectConfirmation')
      .filter((each) => attributeOf(each, 'Method') === bearer)
      .flatMap((each) => elementsAt(each, 'SubjectConfirmationData'))
      .map((data) => ({
        recipient: attributeOf(data, 'Recipient'),
        inResponseTo: attributeOf(data, 'InResponseTo'),
        notOnOrAfter: attributeOf(data, 'NotOnOrAfter'),
      })),
    attributes,
  };
}

const untrusted = (field: TestedField, details: string) => new SignInRefusal('provider_error', details, field);
const shown = (values: string[]) => values.filter(Boolean).join(', ').slice(0, 300) || 'nothing';

/** Rejects an assertion that is not for this sign-in. One signed for another service or request is real, but not ours. */
export function checkAssertion(assertion: Assertion, expected: Expected): void {
  const { issuer, issuedAt, audiences, confirmations, nameId, nameIdFormat } = assertion;
  if (issuer !== expected.issuer) throw untrusted('issuer', `The assertion names the issuer ${shown([issuer])}`);
  const issuedAtMs = Date.parse(issuedAt);
  if (Number.isNaN(issuedAtMs)) throw untrusted('clock', 'The assertion has no time of issue');
  checkIssuedAt(issuedAtMs / 1_000, expected.now);
  if (!audiences.includes(expected.entityId))
    throw untrusted('audience', `The assertion is for ${shown(audiences)}, not for ${expected.entityId}`);
  const here = confirmations.filter(({ recipient }) => recipient === expected.acsAddress);
  if (here.length === 0) {
    const recipients = shown(confirmations.map(({ recipient }) => recipient));
    throw untrusted('ACS address', `The assertion is for the ACS address ${recipients}, not ${expected.acsAddress}`);
  }
  const asked = here.filter(({ inResponseTo }) => inResponseTo === expected.requestId);
  if (asked.length === 0)
    throw here.some(({ inResponseTo }) => inResponseTo !== '')
      ? new SignInRefusal('state_unknown', 'The assertion answers another sign-in')
      : new SignInRefusal('not_started', 'The assertion answers no sign-in that began here');
  const earliest = expected.now.getTime() - toleranceSeconds * 1_000;
  if (!asked.some(({ notOnOrAfter }) => Date.parse(notOnOrAfter) > earliest))
    throw new SignInRefusal('clock', 'The assertion has ended: it was valid for less than five minutes', 'clock');
  if (nameId === '') throw untrusted('NameID', 'The assertion has no NameID');
  if (nameIdFormat === transient)
    throw untrusted('NameID', 'The NameID is transient: another one at each sign-in. Choose the format persistent');
}
