import { Module } from '@nestjs/common';
import { AuditConsumer } from './audit/audit.consumer.js';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditTrail } from './audit/audit-trail.js';
import { AuditViews } from './audit/audit.views.js';
import { MailConsumer } from './mail/mail.consumer.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailQueue } from './mail/mail-queue.js';
import { Passwords } from './password/passwords.js';
import { PresentPassword } from './password/present-password.js';
import { ResetHandlers } from './password/reset.handlers.js';
import { ResetRequests } from './password/reset-requests.js';
import { Revocations } from './session/revocations.js';
import { OwnPasswordHandlers, RevocationHandlers, SessionHandlers, UserSessionHandlers } from './session/session.handlers.js';
import { SessionEnding } from './session/session-ending.js';
import { SessionRepository } from './session/session.repository.js';
import { SignIn } from './session/sign-in.js';
import { UnknownIdentifiers } from './session/unknown-identifier.repository.js';
import { AccountAccess } from './user/account-access.js';
import { FirstAdministrator } from './user/first-administrator.js';
import { SetupToken } from './user/setup-token.js';
import { UserHandlers } from './user/user.handlers.js';
import { UserRepository } from './user/user.repository.js';
import { UserViews } from './user/user.views.js';

@Module({
  controllers: [UserHandlers, SessionHandlers, UserSessionHandlers, RevocationHandlers, OwnPasswordHandlers, ResetHandlers, AuditHandlers],
  providers: [
    AccountAccess,
    AuditConsumer,
    AuditTrail,
    AuditViews,
    FirstAdministrator,
    MailConsumer,
    MailProcessor,
    MailQueue,
    Passwords,
    PresentPassword,
    ResetRequests,
    Revocations,
    SessionEnding,
    SessionRepository,
    SetupToken,
    SignIn,
    UnknownIdentifiers,
    UserRepository,
    UserViews,
  ],
})
export class UsersModule {}
