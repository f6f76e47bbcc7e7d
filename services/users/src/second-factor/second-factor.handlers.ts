import {
  beginAuthenticator,
  confirmAuthenticator,
  finishSignIn,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Authenticators } from './authenticators.js';
import { SecondFactors } from './second-factors.js';
import { SecondStep } from './second-step.js';

/** Second factors (docs/product/accounts.md#second-factor). */
@Controller()
export class SecondFactorHandlers {
  constructor(
    private readonly factors: SecondFactors,
    private readonly authenticators: Authenticators,
    private readonly secondStep: SecondStep,
  ) {}

  @Handle(finishSignIn)
  finish(input: ParsedInputOf<typeof finishSignIn>) {
    return this.secondStep.finish(input);
  }

  @Handle(getSecondFactor)
  read(_: object, { actor }: ActorContext) {
    return this.factors.read(actor.id);
  }

  @Handle(beginAuthenticator)
  begin(_: object, { actor }: ActorContext) {
    return this.authenticators.begin(actor.id, actor.username);
  }

  @Handle(confirmAuthenticator)
  confirm({ code, currentPassword }: ParsedInputOf<typeof confirmAuthenticator>, { actor }: ActorContext) {
    return this.factors.confirmAuthenticator(actor, code, currentPassword);
  }

  @Handle(removeAuthenticator)
  remove({ currentPassword }: ParsedInputOf<typeof removeAuthenticator>, { actor }: ActorContext) {
    return this.factors.removeAuthenticator(actor, currentPassword);
  }

  @Handle(renewRecoveryCodes)
  renew({ currentPassword }: ParsedInputOf<typeof renewRecoveryCodes>, { actor }: ActorContext) {
    return this.factors.renewRecoveryCodes(actor, currentPassword);
  }

  @Handle(resetSecondFactor)
  async reset({ id }: ParsedInputOf<typeof resetSecondFactor>, { actor }: ActorContext) {
    const { username } = await this.factors.reset(id, actor);
    return { message: `Second factor of ${username} has been reset` };
  }
}
