import type { createIdentityProvider, ParsedInputOf } from '@lead-finder/contracts';
import { invalidField } from '@lead-finder/platform';
import { certificatesOf } from './saml/saml-certificates.rules.js';

type Form = Omit<ParsedInputOf<typeof createIdentityProvider>, 'clientSecret'>;

/** Clears the fields of the other protocol, and rejects certificates that cannot be used and a table without its claim. */
export function settledForm(form: Form): Form {
  if (form.claimRules.length > 0 && form.roleClaim === '')
    throw invalidField('roleClaim', 'Please enter what the table looks at');
  if (form.kind === 'oidc') return { ...form, signInAddress: '', certificates: [] };
  const certificates = readable(form.certificates);
  return { ...form, clientId: '', scopes: '', signOutAtProvider: false, certificates };
}

function readable(texts: string[]): string[] {
  try {
    return certificatesOf(texts).map(String);
  } catch (error) {
    throw invalidField('certificates', (error as Error).message);
  }
}
