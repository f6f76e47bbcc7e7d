import {
  createIdentityProvider,
  endProviderSessions,
  finishProviderSignIn,
  getProviderOfDomain,
  getProviderTest,
  getSamlMetadata,
  getSignInPolicy,
  listIdentityProviders,
  listProviderSignIns,
  listSignInProviders,
  receiveSamlResponse,
  removeIdentityProvider,
  resolveProviderMetadata,
  setIdentityProviderEnabled,
  setSignInPolicy,
  startProviderSignIn,
  startProviderTest,
  unlinkUser,
  updateIdentityProvider,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { SignInPolicy } from '../session/sign-in-policy.js';
import { IdentityProviders } from './identity-providers.js';
import { SamlMetadata } from './saml/saml-metadata.js';
import { ProviderAccounts } from './provider-accounts.js';
import { ProviderLog } from './provider-log.js';
import { ProviderSessions } from './provider-sessions.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { ProviderTests } from './provider-tests.js';

/** The providers, for administrators. */
@Controller()
export class IdentityProviderHandlers {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly signIns: ProviderSignIn,
    private readonly tests: ProviderTests,
    private readonly accounts: ProviderAccounts,
    private readonly entries: ProviderLog,
    private readonly policy: SignInPolicy,
    private readonly metadata: SamlMetadata,
  ) {}

  @Handle(listIdentityProviders)
  list(_: object, { actor }: ActorContext) {
    return this.providers.list(actor);
  }

  @Handle(createIdentityProvider)
  create(form: ParsedInputOf<typeof createIdentityProvider>, { actor }: ActorContext) {
    return this.providers.create(form, actor);
  }

  @Handle(updateIdentityProvider)
  update({ id, ...form }: ParsedInputOf<typeof updateIdentityProvider>, { actor }: ActorContext) {
    return this.providers.change(id, form, actor);
  }

  @Handle(setIdentityProviderEnabled)
  setEnabled({ id, enabled }: ParsedInputOf<typeof setIdentityProviderEnabled>, { actor }: ActorContext) {
    return this.providers.setEnabled(id, enabled, actor);
  }

  @Handle(removeIdentityProvider)
  async remove({ id }: ParsedInputOf<typeof removeIdentityProvider>, { actor }: ActorContext) {
    await this.providers.remove(id, actor);
    return {};
  }

  @Handle(startProviderTest)
  startTest({ id }: ParsedInputOf<typeof startProviderTest>, { actor }: ActorContext) {
    return this.signIns.startTest(id, actor);
  }

  @Handle(getProviderTest)
  test({ id }: ParsedInputOf<typeof getProviderTest>, { actor }: ActorContext) {
    return this.tests.read(id, actor);
  }

  @Handle(listProviderSignIns)
  log({ before }: ParsedInputOf<typeof listProviderSignIns>) {
    return this.entries.page(before);
  }

  @Handle(resolveProviderMetadata)
  readMetadata({ xml, address }: ParsedInputOf<typeof resolveProviderMetadata>) {
    return this.metadata.read(xml, address);
  }

  @Handle(getSignInPolicy)
  readPolicy() {
    return this.policy.read();
  }

  @Handle(setSignInPolicy)
  setPolicy(form: ParsedInputOf<typeof setSignInPolicy>, { actor }: ActorContext) {
    return this.policy.set(form, actor);
  }

  @Handle(unlinkUser)
  async unlink({ id }: ParsedInputOf<typeof unlinkUser>, { actor }: ActorContext) {
    const { username } = await this.accounts.unlink(id, actor);
    return { message: `${username} is no longer linked` };
  }
}

/** The sign-in itself, before anyone is signed in. */
@Controller()
export class ProviderSignInHandlers {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly signIns: ProviderSignIn,
    private readonly sessions: ProviderSessions,
    private readonly metadata: SamlMetadata,
  ) {}

  @Handle(listSignInProviders)
  offered() {
    return this.providers.offered();
  }

  @Handle(getProviderOfDomain)
  ofDomain({ email }: ParsedInputOf<typeof getProviderOfDomain>) {
    return this.providers.ofDomain(email);
  }

  @Handle(startProviderSignIn)
  start(input: ParsedInputOf<typeof startProviderSignIn>) {
    return this.signIns.start(input);
  }

  @Handle(finishProviderSignIn)
  finish(input: ParsedInputOf<typeof finishProviderSignIn>) {
    return this.signIns.finish(input);
  }

  @Handle(receiveSamlResponse)
  receive(input: ParsedInputOf<typeof receiveSamlResponse>) {
    return this.signIns.receive(input);
  }

  @Handle(getSamlMetadata)
  ownMetadata({ id }: ParsedInputOf<typeof getSamlMetadata>) {
    return this.metadata.own(id);
  }

  @Handle(endProviderSessions)
  async end({ id, logout_token }: ParsedInputOf<typeof endProviderSessions>) {
    return { ended: await this.sessions.endByProvider(id, logout_token) };
  }
}
