import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeySignIn,
  confirmAuthenticator,
  finishPasskeySignIn,
  finishSignIn,
  forgetBrowsers,
  getSecondFactor,
  getSecondFactorRule,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  resetSecondFactor,
  setSecondFactorRule,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Authenticators } from './authenticators.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { RequiredSecondFactor } from './second-factor-rule.js';
import { SecondFactors } from './second-factors.js';
import { SecondStep } from './second-step.js';

/** Second factors (docs/product/accounts.md#second-factor). */
@Controller()
export class SecondFactorHandlers {
  constructor(
    private readonly factors: SecondFactors,
    private readonly authenticators: Authenticators,
    private readonly secondStep: SecondStep,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly rule: RequiredSecondFactor,
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

  @Handle(beginPasskeySignIn)
  beginPasskeySignIn({ site }: ParsedInputOf<typeof beginPasskeySignIn>) {
    return this.passkeySignIn.begin(site);
  }

  @Handle(finishPasskeySignIn)
  finishPasskeySignIn(input: ParsedInputOf<typeof finishPasskeySignIn>) {
    return this.passkeySignIn.finish(input);
  }

  @Handle(beginPasskey)
  beginPasskey(input: ParsedInputOf<typeof beginPasskey>, { actor }: ActorContext) {
    return this.factors.beginPasskey(actor, input);
  }

  @Handle(addPasskey)
  addPasskey(input: ParsedInputOf<typeof addPasskey>, { actor }: ActorContext) {
    return this.factors.addPasskey(actor, input);
  }

  @Handle(removePasskey)
  removePasskey(input: ParsedInputOf<typeof removePasskey>, { actor }: ActorContext) {
    return this.factors.removePasskey(actor, input);
  }

  @Handle(renewRecoveryCodes)
  renew({ currentPassword }: ParsedInputOf<typeof renewRecoveryCodes>, { actor }: ActorContext) {
    return this.factors.renewRecoveryCodes(actor, currentPassword);
  }

  @Handle(forgetBrowsers)
  async forgetBrowsers(_: object, { actor }: ActorContext) {
    await this.factors.forgetBrowsers(actor);
    return { message: 'Remembered browsers forgotten' };
  }

  @Handle(getSecondFactorRule)
  readRule() {
    return this.rule.read();
  }

  @Handle(setSecondFactorRule)
  setRule(input: ParsedInputOf<typeof setSecondFactorRule>, { actor }: ActorContext) {
    return this.rule.set(actor, input);
  }

  @Handle(resetSecondFactor)
  async reset({ id }: ParsedInputOf<typeof resetSecondFactor>, { actor }: ActorContext) {
    const { username } = await this.factors.reset(id, actor);
    return { message: `Second factor of ${username} has been reset` };
  }
}
