import type { ProviderKind } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import { OidcClient } from './oidc-client.js';
import { SamlClient } from './saml/saml-client.js';
import type { SignInProtocol } from './sign-in-protocol.js';

@Injectable()
export class SignInProtocols {
  private readonly byKind: Record<ProviderKind, SignInProtocol>;

  constructor(oidc: OidcClient, saml: SamlClient) {
    this.byKind = { oidc, saml };
  }

  of({ kind }: { kind: ProviderKind }): SignInProtocol {
    return this.byKind[kind];
  }
}
