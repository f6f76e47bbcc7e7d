import { onOneLine, type Role } from '@lead-finder/contracts';
import { z } from 'zod';
import type { Claims } from './sign-in-protocol.js';
import { claimWord, type ProviderSettings } from './stored-provider.js';
import { SignInRefusal } from './sign-in-refusal.js';

export interface Profile {
  subject: string;
  /** Null if the provider sends none. */
  email: string | null;
  isEmailVerified: boolean;
  /** The provider says that the address is not verified; others say nothing about it. */
  isEmailDenied: boolean;
  fullName: string;
  /** What the username of a new account is made from. */
  handle: string;
}

export interface Place {
  role: Role;
  /** Undefined leaves the team as it is. */
  teamId?: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isEmail = (value: string) => z.email().max(254).safeParse(value).success;

const google = 'https://accounts.google.com';
/**
 * `xms_edov` is the word of Entra ID that the owner of the domain vouches for the address. At Google an address without
 * `hd` may have been verified years ago, by a user who has left its company since.
 */
function vouches({ email_verified, xms_edov, hd }: Claims, email: string, issuer: string): boolean {
  if ([true, 'true', 1, '1'].includes(xms_edov as boolean)) return true;
  const isGoogles = textOf(hd) !== '' || email.toLowerCase().endsWith('@gmail.com');
  return [true, 'true'].includes(email_verified as boolean) && (issuer.replace(/\/$/, '') !== google || isGoogles);
}

export function profileOf(claims: Claims, issuer: string): Profile {
  const email = textOf(claims.email);
  const given = [textOf(claims.given_name), textOf(claims.family_name)].filter(Boolean).join(' ');
  const handle = textOf(claims.preferred_username) || email || claims.sub;
  const fullName = textOf(claims.name) || given || handle;
  return {
    subject: claims.sub,
    email: isEmail(email) ? email : null,
    isEmailVerified: vouches(claims, email, issuer),
    isEmailDenied: [false, 'false'].includes(claims.email_verified as boolean),
    fullName: onOneLine(fullName.replaceAll('\0', '')).slice(0, 200),
    handle: handle.split('@')[0]!,
  };
}

/** Returns the values of the claim of the table; a dot leads into an object. */
export function valuesOf(claims: Claims, name: string): string[] {
  const path = name in claims ? [name] : name.split('.');
  const found = path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined,
    claims,
  );
  return (Array.isArray(found) ? found : [found]).filter((value) => value !== undefined && value !== null).map(String);
}

/** Returns the first row of the table that fits; null without a table. Rejects a user without a role if the table says so. */
export function placeOf(claims: Claims, settings: ProviderSettings): Place | null {
  const { claimRules, roleClaim, unmatched } = settings;
  if (claimRules.length === 0) return null;
  const values = valuesOf(claims, roleClaim);
  const rule = claimRules.find(({ value }) => values.includes(value));
  if (rule) return { role: rule.role, ...(rule.teamId !== null && { teamId: rule.teamId }) };
  if (unmatched === 'user') return { role: 'user' };
  throw new SignInRefusal(
    'no_role',
    `No row of the table fits ${roleClaim}: ${values.join(', ').slice(0, 200) || 'no value'}`,
    claimWord(settings),
  );
}

/** Rejects an address outside the domains of the provider. */
export function checkDomain(email: string | null, settings: ProviderSettings): void {
  const { domains } = settings;
  if (domains.length === 0) return;
  const word = claimWord(settings);
  if (email === null) throw new SignInRefusal('email_missing', `The ${word} email is missing`, word);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domains.includes(domain)) throw new SignInRefusal('domain', `${domain} is not in the list`, word);
}

/** Returns candidates for the username of a new account, the best first. */
export function usernamesOf({ handle }: Pick<Profile, 'handle'>): string[] {
  const plain = handle
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]/g, '')
    .slice(0, 44);
  const base = plain.length >= 3 ? plain : `user-${plain}`;
  return [base, ...Array.from({ length: 98 }, (_, index) => `${base}-${index + 2}`)];
}
