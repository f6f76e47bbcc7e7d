import {
  changeOwnPassword,
  checkSession,
  endAllSessionsOfUser,
  endOtherSessions,
  endOwnSession,
  endSessionOfUser,
  listRevocations,
  listOwnSessions,
  listSessionsOfUser,
  register,
  setOwnTimeZone,
  setup,
  signIn,
  signOut,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, forbidden, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ProviderSessions } from '../provider/provider-sessions.js';
import { AccountAccess } from '../user/account-access.js';
import { FirstAdministrator } from '../user/first-administrator.js';
import { UserRepository } from '../user/user.repository.js';
import { KnownBrowsers } from './known-browsers.js';
import { OwnPassword } from './own-password.js';
import { Revocations } from './revocations.js';
import { SessionEnding } from './session-ending.js';
import { actorOf, hashToken, SessionRepository } from './session.repository.js';
import { SignIn } from './sign-in.js';

const notSignedIn = () => new AppError('unauthenticated', 'unauthenticated', 'Please sign in');

@Controller()
export class SessionHandlers {
  constructor(
    private readonly signIns: SignIn,
    private readonly sessions: SessionRepository,
    private readonly ending: SessionEnding,
    private readonly ofProviders: ProviderSessions,
    private readonly browsers: KnownBrowsers,
    private readonly firstAdministrator: FirstAdministrator,
    private readonly access: AccountAccess,
  ) {}

  @Handle(signIn)
  signIn(input: ParsedInputOf<typeof signIn>) {
    return this.signIns.signIn(input);
  }

  @Handle(signOut)
  async signOut({ token }: ParsedInputOf<typeof signOut>) {
    const tokenHash = hashToken(token);
    const atProvider = await this.ofProviders.find(tokenHash);
    await this.ending.signOut(tokenHash);
    const redirectTo = atProvider && (await this.ofProviders.signOutAddress(atProvider));
    return redirectTo ? { redirectTo } : {};
  }

  @Handle(checkSession)
  async check({ token, used }: ParsedInputOf<typeof checkSession>) {
    const found = await this.sessions.find(token, used);
    if (!found) throw notSignedIn();
    const { user, sessionId, expiresAt } = found;
    return { actor: { ...actorOf(user), sessionId }, user, expiresAt };
  }

  @Handle(setup)
  setup(input: ParsedInputOf<typeof setup>) {
    return this.firstAdministrator.setup(input);
  }

  @Handle(register)
  async register(input: ParsedInputOf<typeof register>) {
    const user = await this.firstAdministrator.register(input);
    const session = await this.sessions.open(user.id, input.origin);
    return { ...session, device: await this.browsers.issue(user, null) };
  }

  @Handle(setOwnTimeZone)
  async setTimeZone({ timeZone }: ParsedInputOf<typeof setOwnTimeZone>, { actor }: ActorContext) {
    return (await this.access.setOwnTimeZone(actor, timeZone)).toSessionUser();
  }

  @Handle(listOwnSessions)
  list(_: object, { actor }: ActorContext) {
    return this.sessions.listOf(actor.id, actor.sessionId);
  }

  @Handle(endOtherSessions)
  async endOthers(_: object, { actor }: ActorContext) {
    if (!actor.sessionId) throw forbidden();
    const ended = await this.ending.endOthers(actor, actor.sessionId);
    return { ended, message: `${ended} other session${ended === 1 ? '' : 's'} signed out` };
  }

  @Handle(endOwnSession)
  async endOwn({ sessionId }: ParsedInputOf<typeof endOwnSession>, { actor }: ActorContext) {
    await this.ending.endOne(actor, actor.id, sessionId);
    return {};
  }
}

/** The sessions of any user, for administrators. */
@Controller()
export class UserSessionHandlers {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly ending: SessionEnding,
  ) {}

  @Handle(listSessionsOfUser)
  async list({ id }: ParsedInputOf<typeof listSessionsOfUser>, { actor }: ActorContext) {
    await this.users.get(id);
    return this.sessions.listOf(id, actor.sessionId);
  }

  @Handle(endSessionOfUser)
  async endOne({ id, sessionId }: ParsedInputOf<typeof endSessionOfUser>, { actor }: ActorContext) {
    await this.ending.endOne(actor, id, sessionId);
    return {};
  }

  @Handle(endAllSessionsOfUser)
  async endAll({ id }: ParsedInputOf<typeof endAllSessionsOfUser>, { actor }: ActorContext) {
    const ended = await this.ending.endAll(actor, id);
    return { ended, message: `${ended} session${ended === 1 ? '' : 's'} signed out` };
  }
}

/** For gateways. */
@Controller()
export class RevocationHandlers {
  constructor(private readonly revocations: Revocations) {}

  @Handle(listRevocations)
  since({ after }: ParsedInputOf<typeof listRevocations>) {
    return this.revocations.since(after);
  }
}

@Controller()
export class OwnPasswordHandlers {
  constructor(private readonly own: OwnPassword) {}

  @Handle(changeOwnPassword)
  change({ currentPassword, newPassword }: ParsedInputOf<typeof changeOwnPassword>, { actor }: ActorContext) {
    return this.own.change(actor, currentPassword, newPassword);
  }
}
