import { email, fullName, onOneLine } from '@lead-finder/contracts';
import { invalidField, invalidInput } from '@lead-finder/platform';
import { z } from 'zod';
import type { ScimUser, Stored } from './scim-schemas.js';
import type { ScimProvider } from './scim-tokens.js';

export interface ScimChange<T> {
  resource: (T & { id: string }) | null;
  meta: Stored;
  account: { id: number | null; name: string };
  /** In words, for the log. */
  changes: string[];
}

export interface Row {
  id: number;
  username: string;
  userName: string;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  fullName: string;
  email: string;
  active: boolean;
  /** The provider's last word. */
  providerActive: boolean;
  isRemoved: boolean;
  created: Date;
  lastModified: Date;
}

const text = (max: number) => z.string().trim().max(max, `Must be at most ${max} characters`);
const wanted = z.object({
  userName: text(254).min(1, 'Please send a userName'),
  externalId: text(254).nullable(),
  givenName: text(200).nullable(),
  familyName: text(200).nullable(),
  fullName,
  email,
  active: z.boolean().optional(),
});
export type Wanted = z.output<typeof wanted>;

export function shown(row: Row): ScimChange<ScimUser> {
  const { givenName, familyName, fullName: name, externalId } = row;
  const resource = {
    id: String(row.id),
    ...(externalId !== null && { externalId }),
    userName: row.userName,
    name: { formatted: name, ...(familyName !== null && { familyName }), ...(givenName !== null && { givenName }) },
    displayName: name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.active,
  };
  const { created, lastModified } = row;
  return { resource, meta: { created, lastModified }, account: { id: row.id, name: row.username }, changes: [] };
}

const given = (...values: (string | undefined | null)[]) => values.map((value) => value?.trim()).find(Boolean);

/** Reads what the provider wants of an account. What it leaves out stays as `row` has it. */
export function wantedOf(
  { userName, externalId, name = {}, displayName, emails = [], active }: ScimUser,
  row?: Row,
): Wanted {
  const parts = { givenName: given(name.givenName) ?? null, familyName: given(name.familyName) ?? null };
  const joined = given([parts.givenName, parts.familyName].filter(Boolean).join(' '));
  const hasNewParts = row && (parts.givenName !== row.givenName || parts.familyName !== row.familyName);
  const ofParts = row && !hasNewParts ? row.fullName : joined;
  const called = given(displayName, name.formatted, ofParts, row?.fullName) ?? userName;
  const address =
    given(emails.find(({ primary }) => primary)?.value, emails.find(({ type }) => type === 'work')?.value) ??
    given(emails[0]?.value, row?.email, userName);
  const clean = onOneLine(called.replaceAll('\0', '')).slice(0, 500);
  const read = wanted.safeParse({
    userName,
    externalId: given(externalId) ?? null,
    ...parts,
    fullName: clean.length >= 2 ? clean : userName.padEnd(2, '.'),
    email: address,
    ...(active !== undefined && { active }),
  });
  if (!read.success) throw invalidInput(read.error);
  return read.data;
}

export const isRenamed = (asked: Wanted, row: Row): boolean =>
  (['userName', 'externalId', 'givenName', 'familyName'] as const).some((name) => asked[name] !== row[name]);

/** Rejects an address outside the domains of the provider. */
export function checkDomain({ email: address }: Wanted, { domains }: ScimProvider): void {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain))
    throw invalidField('emails', `${domain} is not in the provider's domains`);
}
