import { assertionOf, checkAssertion, type Assertion } from './saml-assertion.rules.js';
import { parseXml } from './saml-xml.rules.js';

const now = new Date('2026-06-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString();
const acsAddress = 'https://leads.example/api/sign-in/saml/1/acs';
const expected = {
  issuer: 'https://id.example.com',
  entityId: 'https://leads.example/api/sign-in/saml/1/metadata',
  acsAddress,
  requestId: '_1',
  now,
};
const confirmation = { recipient: acsAddress, inResponseTo: '_1', notOnOrAfter: minutes(5) };
const good: Assertion = {
  issuer: expected.issuer,
  issuedAt: minutes(0),
  nameId: 'kim',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  audiences: [expected.entityId],
  confirmations: [confirmation],
  attributes: new Map(),
};
const refusal = (change: Partial<Assertion>) => {
  try {
    checkAssertion({ ...good, ...change }, expected);
    return null;
  } catch (error) {
    return error;
  }
};
const confirmed = (...changes: Partial<typeof confirmation>[]) =>
  refusal({ confirmations: changes.map((change) => ({ ...confirmation, ...change })) });

describe('an assertion', () => {
  it('is read with its subject, its conditions and its attributes, which may repeat', async () => {
    const xml = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" IssueInstant="2026-06-01T12:00:00Z">
      <saml:Issuer> https://id.example.com </saml:Issuer>
      <saml:Subject><saml:NameID Format="urn:f">kim</saml:NameID>
        <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
          <saml:SubjectConfirmationData Recipient="r" InResponseTo="_1" NotOnOrAfter="t"/></saml:SubjectConfirmation>
        <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key">
          <saml:SubjectConfirmationData Recipient="other"/></saml:SubjectConfirmation>
        <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/></saml:Subject>
      <saml:Conditions><saml:AudienceRestriction><saml:Audience>one</saml:Audience><saml:Audience>two</saml:Audience>
        </saml:AudienceRestriction></saml:Conditions>
      <saml:AttributeStatement><saml:Attribute Name="Role"><saml:AttributeValue>a</saml:AttributeValue></saml:Attribute>
        <saml:Attribute Name="Role"><saml:AttributeValue>b</saml:AttributeValue><saml:AttributeValue>c</saml:AttributeValue>
        </saml:Attribute><saml:Attribute Name="none"/></saml:AttributeStatement></saml:Assertion>`;
    expect(assertionOf((await parseXml(xml)).root)).toEqual({
      issuer: 'https://id.example.com',
      issuedAt: '2026-06-01T12:00:00Z',
      nameId: 'kim',
      nameIdFormat: 'urn:f',
      audiences: ['one', 'two'],
      confirmations: [{ recipient: 'r', inResponseTo: '_1', notOnOrAfter: 't' }],
      attributes: new Map([
        ['Role', ['a', 'b', 'c']],
        ['none', []],
      ]),
    });
  });

  it('without anything is read as empty', async () => {
    const { root } = await parseXml('<Assertion><Issuer/></Assertion>');
    expect(assertionOf(root)).toEqual({
      issuer: '',
      issuedAt: '',
      nameId: '',
      nameIdFormat: '',
      audiences: [],
      confirmations: [],
      attributes: new Map(),
    });
  });

  it('that is ours passes, also one of several audiences and confirmations', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ audiences: ['other', expected.entityId] })).toBeNull();
    expect(confirmed({ recipient: 'elsewhere' }, {})).toBeNull();
    expect(confirmed({ inResponseTo: '_2' }, {})).toBeNull();
    expect(confirmed({ notOnOrAfter: minutes(-60) }, {})).toBeNull();
    expect(confirmed({ notOnOrAfter: minutes(-4.9) })).toBeNull();
  });

  it.each([
    ['issuer', { issuer: 'https://evil.example' }, 'The assertion names the issuer https://evil.example'],
    ['issuer', { issuer: '' }, 'The assertion names the issuer nothing'],
    ['clock', { issuedAt: '' }, 'The assertion has no time of issue'],
    ['clock', { issuedAt: minutes(6) }, 'The clock of the provider is 6 minutes ahead of ours'],
    ['clock', { issuedAt: minutes(-10) }, 'The clock of the provider is 10 minutes behind ours'],
    ['audience', { audiences: [] }, `The assertion is for nothing, not for ${expected.entityId}`],
    ['audience', { audiences: ['one', '', 'two'] }, `The assertion is for one, two, not for ${expected.entityId}`],
    ['ACS address', { confirmations: [] }, `The assertion is for the ACS address nothing, not ${acsAddress}`],
    [
      'ACS address',
      { confirmations: [{ ...confirmation, recipient: 'https://evil.example/acs' }] },
      `The assertion is for the ACS address https://evil.example/acs, not ${acsAddress}`,
    ],
    ['NameID', { nameId: '' }, 'The assertion has no NameID'],
    [
      'NameID',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'The NameID is transient: another one at each sign-in. Choose the format persistent',
    ],
  ] as const)('that is not ours is refused with the field %s: %j', (field, change, details) => {
    const problem = details.startsWith('The clock') ? 'clock' : 'provider_error';
    expect(refusal(change as Partial<Assertion>)).toMatchObject({ problem, field, details });
  });

  it('that answers another request, or none, is refused', () => {
    expect(confirmed({ inResponseTo: '_2' })).toMatchObject({
      problem: 'state_unknown',
      details: 'The assertion answers another sign-in',
    });
    expect(confirmed({ inResponseTo: '' })).toMatchObject({
      problem: 'not_started',
      details: 'The assertion answers no sign-in that began here',
    });
    expect(confirmed({ inResponseTo: '' }, { inResponseTo: '_2' })).toMatchObject({ problem: 'state_unknown' });
  });

  it('that has ended five minutes ago, or has no end, is refused', () => {
    for (const notOnOrAfter of [minutes(-5), minutes(-60), ''])
      expect(confirmed({ notOnOrAfter })).toMatchObject({
        problem: 'clock',
        field: 'clock',
        details: 'The assertion has ended: it was valid for less than five minutes',
      });
  });

  it('quotes at most 300 characters of what is wrong', () => {
    const { details } = refusal({ issuer: 'x'.repeat(1_000) }) as { details: string };
    expect(details).toBe(`The assertion names the issuer ${'x'.repeat(300)}`);
  });
});
