import {
  changeOwnPassword,
  checkSession,
  endOtherSessions,
  listOwnSessions,
  register,
  setup,
  signIn,
  signOut,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, forbidden, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Passwords } from '../password/passwords.js';
import { AccountAccess } from '../user/account-access.js';
import { FirstAdministrator } from '../user/first-administrator.js';
import { UserRepository } from '../user/user.repository.js';
import { SessionEnding } from './session-ending.js';
import { hashToken, SessionRepository } from './session.repository.js';
import { SignIn } from './sign-in.js';

@Controller()
export class SessionHandlers {
  constructor(
    private readonly signIns: SignIn,
    private readonly sessions: SessionRepository,
    private readonly ending: SessionEnding,
    private readonly firstAdministrator: FirstAdministrator,
  ) {}

  @Handle(signIn)
  signIn(input: ParsedInputOf<typeof signIn>) {
    return this.signIns.signIn(input);
  }

  @Handle(signOut)
  async signOut({ token }: ParsedInputOf<typeof signOut>) {
    await this.ending.signOut(hashToken(token));
    return {};
  }

  @Handle(checkSession)
  async check({ token, used }: ParsedInputOf<typeof checkSession>) {
    const found = await this.sessions.find(token, used);
    if (!found) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
    const { user, session, expiresAt } = found;
    const { id, username, fullName, role } = user;
    return { actor: { id, username, fullName, role, sessionId: session.id }, user: user.toSessionUser(), expiresAt };
  }

  @Handle(setup)
  async setup() {
    return { registrationOpen: await this.firstAdministrator.isWanted() };
  }

  @Handle(register)
  async register({ origin, ...fields }: ParsedInputOf<typeof register>) {
    const user = await this.firstAdministrator.register(fields);
    return { user: user.toSessionUser(), ...(await this.sessions.open(user.id, origin)) };
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
}

@Controller()
export class OwnPasswordHandlers {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly access: AccountAccess,
  ) {}

  @Handle(changeOwnPassword)
  async change({ currentPassword, newPassword }: ParsedInputOf<typeof changeOwnPassword>, { actor }: ActorContext) {
    const user = await this.users.findByIdentifier(actor.username);
    if (!(await this.passwords.matches(currentPassword, user?.passwordHash))) {
      const message = 'Your current password is not right';
      throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'currentPassword', message }] });
    }
    const hash = await this.passwords.hashNew(newPassword, 'newPassword');
    await this.access.setPassword(actor.id, hash, { action: 'password_changed', actor, exceptSessionId: actor.sessionId });
    return { message: 'Password changed' };
  }
}
