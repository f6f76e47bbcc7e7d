import { PublicHttps, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Module } from '@nestjs/common';
import { ApiTokenHandlers } from './api-token/api-token.handlers.js';
import { ApiTokens, WrongTokensQueue } from './api-token/api-tokens.js';
import { ServiceTokens } from './api-token/service-tokens.js';
import { TokenFormat } from './api-token/token-format.js';
import { AuditConsumer } from './audit/audit.consumer.js';
import { AuditHandlers } from './audit/audit.handlers.js';
import { AuditSealer } from './audit/audit-sealer.js';
import { AuditTrail } from './audit/audit-trail.js';
import { AuditViews } from './audit/audit.views.js';
import { DaysOff } from './days-off/days-off.js';
import { HolidayHandlers } from './days-off/holiday.handlers.js';
import { HolidayLists } from './days-off/holiday-lists.js';
import { PublicHolidays } from './days-off/public-holidays.js';
import { LeaveHandlers } from './leave/leave.handlers.js';
import { LeaveViews } from './leave/leave.views.js';
import { Leaves } from './leave/leaves.js';
import { Limits } from './limit/limits.js';
import { NetworkQueue } from './limit/network-queue.js';
import { MailConsumer } from './mail/mail.consumer.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailQueue } from './mail/mail-queue.js';
import { FirstStepsOfUser } from './organisation/first-steps.js';
import { Organisation } from './organisation/organisation.js';
import { OrganisationHandlers } from './organisation/organisation.handlers.js';
import { Invitations } from './password/invitations.js';
import { Passwords } from './password/passwords.js';
import { ResetHandlers } from './password/reset.handlers.js';
import { ResetLinks } from './password/reset-links.js';
import { ResetRequests } from './password/reset-requests.js';
import { IdentityProviders } from './provider/identity-providers.js';
import { NewAccounts } from './provider/new-accounts.js';
import { OidcClient } from './provider/oidc-client.js';
import { ProviderAccounts } from './provider/provider-accounts.js';
import { ProviderLog } from './provider/provider-log.js';
import { ProviderSessions } from './provider/provider-sessions.js';
import { ProviderSignIn } from './provider/provider-sign-in.js';
import { ProviderTests } from './provider/provider-tests.js';
import { IdentityProviderHandlers, ProviderSignInHandlers } from './provider/provider.handlers.js';
import { SamlClient } from './provider/saml/saml-client.js';
import { SamlMetadata } from './provider/saml/saml-metadata.js';
import { SignInProtocols } from './provider/sign-in-protocols.js';
import { SignInStates } from './provider/sign-in-states.js';
import { AdminNotices } from './scim/admin-notices.js';
import { GroupRules } from './scim/group-rules.js';
import { HandOver } from './scim/hand-over.js';
import { LeaverRule } from './scim/leaver-rule.js';
import { Provisioning } from './scim/provisioning.js';
import { ProvisioningTasks } from './scim/provisioning-tasks.js';
import { ScimGroups } from './scim/scim-groups.js';
import { ProvidersQueue, ScimRequests } from './scim/scim-requests.js';
import { ScimTokens } from './scim/scim-tokens.js';
import { ScimUsers } from './scim/scim-users.js';
import { ScimHandlers } from './scim/scim.handlers.js';
import { Authenticators } from './second-factor/authenticators.js';
import { PasskeyChallenges } from './second-factor/passkey-challenges.js';
import { PasskeySignIn } from './second-factor/passkey-sign-in.js';
import { Passkeys } from './second-factor/passkeys.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import { RememberedBrowsers } from './second-factor/remembered-browsers.js';
import { SecondFactorHandlers } from './second-factor/second-factor.handlers.js';
import { RequiredSecondFactor } from './second-factor/second-factor-rule.js';
import { SecondFactorMails } from './second-factor/second-factor-mails.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SecondStep } from './second-factor/second-step.js';
import { SecretBox } from './session/secret-box.js';
import { OwnPassword } from './session/own-password.js';
import { Revocations } from './session/revocations.js';
import {
  OwnPasswordHandlers,
  RevocationHandlers,
  SessionHandlers,
  UserSessionHandlers,
} from './session/session.handlers.js';
import { SessionEnding } from './session/session-ending.js';
import { SessionOpening } from './session/session-opening.js';
import { SessionRepository } from './session/session.repository.js';
import { KnownBrowsers } from './session/known-browsers.js';
import { SignIn } from './session/sign-in.js';
import { SignInCounters } from './session/sign-in-counters.js';
import { SignInPolicy } from './session/sign-in-policy.js';
import { SignInKey } from './session/sign-in-key.js';
import { TeamChanges } from './team/team-changes.js';
import { TeamPaths } from './team/team-paths.js';
import { TeamGoals } from './team/team-goals.js';
import { TeamHandlers } from './team/team.handlers.js';
import { TeamViews } from './team/team.views.js';
import { Teams } from './team/teams.js';
import { AccountAccess } from './user/account-access.js';
import { FirstAdministrator } from './user/first-administrator.js';
import { SetupToken } from './user/setup-token.js';
import { UserHandlers } from './user/user.handlers.js';
import { UserRepository } from './user/user.repository.js';
import { UserViews } from './user/user.views.js';
import type { UsersSettings } from './users.config.js';
import { ApplyUserRows } from './user-import/apply-user-rows.js';
import { UserImportCheck } from './user-import/user-import-check.js';
import { UserImportHandlers } from './user-import/user-import.handlers.js';
import { UserImportProcessor } from './user-import/user-import.processor.js';
import { UserImportViews } from './user-import/user-import.views.js';
import { UserImports } from './user-import/user-imports.js';

@Module({
  controllers: [
    UserHandlers,
    SessionHandlers,
    UserSessionHandlers,
    RevocationHandlers,
    OwnPasswordHandlers,
    ResetHandlers,
    SecondFactorHandlers,
    AuditHandlers,
    OrganisationHandlers,
    TeamHandlers,
    HolidayHandlers,
    LeaveHandlers,
    UserImportHandlers,
    IdentityProviderHandlers,
    ProviderSignInHandlers,
    ScimHandlers,
    ApiTokenHandlers,
  ],
  providers: [
    AccountAccess,
    AdminNotices,
    ApiTokens,
    ApplyUserRows,
    AuditConsumer,
    AuditSealer,
    AuditTrail,
    AuditViews,
    DaysOff,
    Authenticators,
    FirstAdministrator,
    FirstStepsOfUser,
    GroupRules,
    HandOver,
    HolidayLists,
    IdentityProviders,
    Invitations,
    KnownBrowsers,
    LeaverRule,
    LeaveViews,
    Leaves,
    Limits,
    MailConsumer,
    MailProcessor,
    MailQueue,
    NewAccounts,
    OidcClient,
    Organisation,
    OwnPassword,
    PasskeyChallenges,
    Passkeys,
    PasskeySignIn,
    Passwords,
    ProviderAccounts,
    ProviderLog,
    ProviderSessions,
    ProviderSignIn,
    ProviderTests,
    ProvidersQueue,
    Provisioning,
    ProvisioningTasks,
    {
      provide: PublicHttps,
      useFactory: ({ INTERNAL_IDENTITY_PROVIDERS }: UsersSettings) => new PublicHttps({}, INTERNAL_IDENTITY_PROVIDERS),
      inject: [SERVICE_SETTINGS],
    },
    PublicHolidays,
    RecoveryCodes,
    RememberedBrowsers,
    RequiredSecondFactor,
    ResetLinks,
    ResetRequests,
    Revocations,
    ScimGroups,
    ScimRequests,
    ScimTokens,
    ScimUsers,
    SecondFactorMails,
    SecondFactors,
    SecondStep,
    SecretBox,
    ServiceTokens,
    SessionEnding,
    SessionOpening,
    SessionRepository,
    SetupToken,
    SignIn,
    SignInCounters,
    SamlClient,
    SamlMetadata,
    SignInProtocols,
    SignInKey,
    SignInPolicy,
    SignInStates,
    NetworkQueue,
    TeamChanges,
    TeamGoals,
    TeamPaths,
    Teams,
    TeamViews,
    TokenFormat,
    UserImportCheck,
    UserImportProcessor,
    UserImports,
    UserImportViews,
    UserRepository,
    UserViews,
    WrongTokensQueue,
  ],
})
export class UsersModule {}
