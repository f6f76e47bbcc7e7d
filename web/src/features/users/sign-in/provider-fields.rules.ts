import type { IdentityProvider, IdentityProviderForm, ProviderKind, Role } from '@lead-finder/contracts';

export interface ProviderFields {
  kind: ProviderKind;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  signInAddress: string;
  /** One PEM below the other. */
  certificates: string;
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
  kind: provider?.kind ?? 'oidc',
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  scopes: provider?.scopes || 'openid profile email',
  signInAddress: provider?.signInAddress ?? '',
  certificates: provider?.certificates.join('') ?? '',
  domains: provider?.domains.join(', ') ?? '',
  linkByEmail: provider?.linkByEmail ?? false,
  createAccounts: provider?.createAccounts ?? false,
  signOutAtProvider: provider?.signOutAtProvider ?? false,
  roleClaim: provider?.roleClaim ?? '',
  claimRules: provider?.claimRules ?? [],
  unmatched: provider?.unmatched ?? 'user',
});

export const formOf = ({
  domains,
  certificates,
  ...fields
}: ProviderFields): IdentityProviderForm & { clientSecret: string } => ({
  ...fields,
  domains: domains.split(/[\s,;]/).filter(Boolean),
  certificates: certificates.trim() === '' ? [] : [certificates],
});
