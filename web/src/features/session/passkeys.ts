import type { beginPasskey, OutputOf, PasskeySignInOptions } from '@lead-finder/contracts';
import { request } from '../../lib/http';
import type { SessionUser } from '../../lib/session';

/** An address of digits has no passkeys in any browser (WebAuthn, effective domain). */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|:/.test(window.location.hostname);

/** The library is larger than the sign-in page, so it is loaded when a passkey is used. */
const library = () => import('@simplewebauthn/browser');

export async function signInByPasskey(): Promise<SessionUser> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([
    request<PasskeySignInOptions>('POST', '/api/login/passkey/options'),
    library(),
  ]);
  const credential = await startAuthentication({ optionsJSON });
  return request<SessionUser>('POST', '/api/login/passkey', { credential });
}

/** Checks the password first, so that no passkey is made for a wrong one. */
export async function createPasskey<Answer>({ name, ...proof }: { name: string; currentPassword: string }) {
  type Options = OutputOf<typeof beginPasskey>['options'];
  const [optionsJSON, { startRegistration }] = await Promise.all([
    request<Options>('POST', '/api/user/passkeys/options', proof),
    library(),
  ]);
  const credential = await startRegistration({ optionsJSON });
  return request<Answer>('POST', '/api/user/passkeys', { name, credential });
}
