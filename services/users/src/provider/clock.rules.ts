import { SignInRefusal } from './sign-in-refusal.js';

export const toleranceSeconds = 5 * 60;
/** Entra ID dates its tokens five minutes back. */
const backdatedSeconds = 4 * 60;

/** Rejects what a provider did not issue just now. Providers do not have to check the age for us. */
export function checkIssuedAt(issuedAtSeconds: number, now: Date): void {
  const ahead = issuedAtSeconds - now.getTime() / 1_000;
  if (ahead <= toleranceSeconds && ahead >= -toleranceSeconds - backdatedSeconds) return;
  const minutes = Math.round(Math.abs(ahead) / 60);
  const side = ahead > 0 ? 'ahead of' : 'behind';
  throw new SignInRefusal('clock', `The clock of the provider is ${minutes} minutes ${side} ours`, 'clock');
}
