import { FILES, Readiness, SystemClock, type Infrastructure } from '@lead-finder/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { GATEWAY_SETTINGS, LOOPBACK_ONLY, type GatewaySettings } from './gateway.config.js';
import { DeletedLeadsController } from './routes/deleted-leads.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { ErrorFilter } from './http/error.filter.js';
import type { ClientLimits } from './http/requests/client-limits.js';
import { GatewayBus } from './http/requests/gateway-bus.js';
import { RequestsOfUsers } from './http/requests/requests-of-users.js';
import { ApiTokenAccess, TokenCache } from './http/sessions/api-token-access.js';
import { BrowserSession } from './http/sessions/browser-session.js';
import { SessionCache } from './http/sessions/session-cache.js';
import { SessionCookie } from './http/sessions/session-cookie.js';
import { SessionGuard } from './http/sessions/session.guard.js';
import { SessionStrategy } from './http/sessions/session.strategy.js';
import { TokenRates } from './http/sessions/token-rates.js';
import { ApiTokensController } from './routes/api-tokens.controller.js';
import { BranchPushes } from './live/branch-pushes.js';
import { EventStreams } from './live/event-streams.js';
import { ProgressCache } from './live/progress-cache.js';
import { PushFeed } from './live/push-feed.js';
import { AreaSearchesController } from './routes/area-searches.controller.js';
import { AuditController } from './routes/audit.controller.js';
import { BulkJobsController } from './routes/bulk-jobs.controller.js';
import { CalendarController } from './routes/calendar.controller.js';
import { ChangesController } from './routes/changes.controller.js';
import { CustomFieldsController } from './routes/custom-fields.controller.js';
import { DistributionPlansController } from './routes/distribution-plans.controller.js';
import { EventsController } from './routes/events.controller.js';
import { HealthController } from './routes/health.controller.js';
import { IdentityProvidersController } from './routes/identity-providers.controller.js';
import { ImportMappingsController } from './routes/import-mappings.controller.js';
import { ImportsController } from './routes/imports.controller.js';
import { LeadController } from './routes/lead.controller.js';
import { LeadExportController } from './routes/lead-export.controller.js';
import { LeadListController } from './routes/lead-list.controller.js';
import { LeavesController } from './routes/leaves.controller.js';
import { PoolController } from './routes/pool.controller.js';
import { RecyclingController } from './routes/recycling.controller.js';
import { NotificationsController } from './routes/notifications.controller.js';
import { OrganisationController } from './routes/organisation.controller.js';
import { PasskeysController } from './routes/passkeys.controller.js';
import { ProgressController } from './routes/progress.controller.js';
import { ProgressExportController } from './routes/progress-export.controller.js';
import { ProviderSignInController } from './routes/provider-sign-in.controller.js';
import { ProvisioningController } from './routes/provisioning.controller.js';
import { SavedViewsController } from './routes/saved-views.controller.js';
import { ScimController } from './routes/scim.controller.js';
import { SearchController } from './routes/search.controller.js';
import { SecondFactorController } from './routes/second-factor.controller.js';
import { SecurityTxtController } from './routes/security-txt.controller.js';
import { SessionController } from './routes/session.controller.js';
import { SettingsController } from './routes/settings.controller.js';
import { HolidaysController } from './routes/holidays.controller.js';
import { TeamsController } from './routes/teams.controller.js';
import { TerritoriesController } from './routes/territories.controller.js';
import { UserImportsController } from './routes/user-imports.controller.js';
import { UsersController } from './routes/users.controller.js';
import { WebhooksController } from './routes/webhooks.controller.js';
import { WorkingDayController } from './routes/working-day.controller.js';

@Module({})
export class GatewayModule {
  static for(
    settings: GatewaySettings,
    infrastructure: Infrastructure,
    readiness: Readiness,
    limits: ClientLimits,
    loopbackOnly: boolean,
  ): DynamicModule {
    const { log, changeSignals, clock = new SystemClock() } = infrastructure;
    const bus = new GatewayBus(infrastructure.client(), changeSignals, limits.maxCallsPerUser);
    return {
      module: GatewayModule,
      imports: [DiscoveryModule, PassportModule],
      controllers: [
        ApiTokensController,
        AreaSearchesController,
        AuditController,
        BulkJobsController,
        CalendarController,
        DeletedLeadsController,
        DocsController,
        EventsController,
        HealthController,
        IdentityProvidersController,
        ImportMappingsController,
        ImportsController,
        LeadController,
        LeadExportController,
        LeadListController,
        NotificationsController,
        PoolController,
        RecyclingController,
        OrganisationController,
        PasskeysController,
        ProgressController,
        ProgressExportController,
        ProviderSignInController,
        ProvisioningController,
        SavedViewsController,
        ChangesController,
        CustomFieldsController,
        DistributionPlansController,
        ScimController,
        SearchController,
        SecondFactorController,
        SecurityTxtController,
        SessionController,
        SettingsController,
        TeamsController,
        TerritoriesController,
        HolidaysController,
        LeavesController,
        UserImportsController,
        UsersController,
        WebhooksController,
        WorkingDayController,
      ],
      providers: [
        BrowserSession,
        SessionStrategy,
        { provide: GATEWAY_SETTINGS, useValue: settings },
        { provide: LOOPBACK_ONLY, useValue: loopbackOnly },
        { provide: GatewayBus, useValue: bus },
        { provide: FILES, useValue: infrastructure.files },
        { provide: Readiness, useValue: readiness },
        { provide: RequestsOfUsers, useValue: new RequestsOfUsers(limits.maxRequestsPerUser) },
        { provide: SessionCookie, useValue: new SessionCookie(settings.PUBLIC_URL) },
        ApiTokenAccess,
        { provide: TokenCache, useFactory: () => new TokenCache(bus, changeSignals) },
        { provide: TokenRates, useValue: new TokenRates(limits.maxRequestsPerToken) },
        { provide: SessionCache, useFactory: () => new SessionCache(bus, changeSignals) },
        { provide: PushFeed, useFactory: () => new PushFeed(changeSignals) },
        {
          provide: EventStreams,
          useFactory: (feed: PushFeed, sessions: SessionCache) => new EventStreams(feed, sessions, clock),
          inject: [PushFeed, SessionCache],
        },
        {
          provide: BranchPushes,
          useFactory: (feed: PushFeed, streams: EventStreams) =>
            new BranchPushes(feed, bus, () => streams.servesManagers),
          inject: [PushFeed, EventStreams],
        },
        { provide: ProgressCache, useFactory: (feed: PushFeed) => new ProgressCache(feed, clock), inject: [PushFeed] },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_FILTER, useValue: new ErrorFilter(log) },
      ],
    };
  }
}
