import type { IdentityProvider, IdentityProviderForm, Role } from '@lead-finder/contracts';

export interface ProviderFields {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Separated by commas. */
  domains: string;
  linkByEmail: boolean;
  createAccounts: boolean;
  signOutAtProvider: boolean;
  roleClaim: string;
  claimRules: { value: string; role: Role; teamId: number | null }[];
  unmatched: 'user' | 'refuse';
}

export const fieldsOf = (provider: IdentityProvider | null): ProviderFields => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  scopes: provider?.scopes ?? 'openid profile email',
  domains: provider?.domains.join(', ') ?? '',
  linkByEmail: provider?.linkByEmail ?? false,
  createAccounts: provider?.createAccounts ?? false,
  signOutAtProvider: provider?.signOutAtProvider ?? false,
  roleClaim: provider?.roleClaim ?? '',
  claimRules: provider?.claimRules ?? [],
  unmatched: provider?.unmatched ?? 'user',
});

export const formOf = ({ domains, ...fields }: ProviderFields): IdentityProviderForm & { clientSecret: string } => ({
  ...fields,
  domains: domains.split(/[\s,;]+/).filter(Boolean),
});
