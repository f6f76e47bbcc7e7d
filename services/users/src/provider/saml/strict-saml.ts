import type { Clock } from '@lead-finder/platform';
import { SAML, ValidateInResponseTo, type SamlConfig } from '@node-saml/node-saml';
import { toleranceSeconds } from '../clock.rules.js';

type Processed = Awaited<ReturnType<SAML['validatePostResponseAsync']>>;

/**
 * node-saml with our clock and one more check of the signed assertion. By itself it accepts an assertion that names no
 * request and no recipient, if the response around it, which may be unsigned, names the request.
 */
export class StrictSaml extends SAML {
  constructor(
    config: SamlConfig,
    private readonly check: (assertionXml: string) => void | Promise<void>,
    private readonly clock: Clock,
  ) {
    super({
      ...config,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: toleranceSeconds * 1_000,
      validateInResponseTo: ValidateInResponseTo.always,
    });
  }

  protected override async processValidlySignedAssertionAsync(
    xml: string,
    response: string,
    inResponseTo: string | null,
  ): Promise<Processed & { profile: NonNullable<Processed['profile']> }> {
    await this.check(xml);
    return super.processValidlySignedAssertionAsync(xml, response, inResponseTo);
  }

  protected override checkTimestampsValidityError(_: number, ...rest: [string, string, number?]): Error | null {
    return super.checkTimestampsValidityError(this.clock.now().getTime(), ...rest);
  }
}
