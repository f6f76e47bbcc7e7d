import { PublicHttps } from '@lead-finder/platform';
import { Module } from '@nestjs/common';
import { ActivityHandlers } from './activity/activity.handlers.js';
import { AssignBusiness } from './assign-business.js';
import { UserReplicaConsumer } from './user-replica/user-replica.consumer.js';
import { UserReplica } from './user-replica/user-replica.js';
import { AssignmentHandlers } from './assignment.handlers.js';
import { BulkChange } from './bulk/bulk-change.js';
import { BulkJobEnd } from './bulk/bulk-job-end.js';
import { BulkJobHandlers } from './bulk/bulk-job.handlers.js';
import { BulkJobProcessor } from './bulk/bulk-job.processor.js';
import { BulkJobRepository } from './bulk/bulk-job.repository.js';
import { BulkRecords } from './bulk/bulk-records.js';
import { BulkRequest } from './bulk/bulk-request.js';
import { BulkUndo } from './bulk/bulk-undo.js';
import { BulkHandlers } from './bulk/bulk.handlers.js';
import { BusinessHandlers } from './business/business.handlers.js';
import { BusinessContent } from './business/business-content.js';
import { BusinessRepository } from './business/business.repository.js';
import { BusinessOwnersView } from './business/business-owners.views.js';
import { ChangeFeed } from './change-feed/change-feed.js';
import { ChangeFeedHandlers } from './change-feed/change-feed.handlers.js';
import { CustomFieldDefinitions } from './custom-field/custom-field-definitions.js';
import { CustomFieldHandlers } from './custom-field/custom-field.handlers.js';
import { FieldValues } from './custom-field/field-values.js';
import { FieldEntries } from './custom-field/field-entries.js';
import { PastLeads } from './demo/past-leads.js';
import { PastLeadsHandlers } from './demo/past-leads.handlers.js';
import { DeletedLeads } from './deleted/deleted-leads.js';
import { DeletedLeadsHandlers } from './deleted/deleted-leads.handlers.js';
import { AreaIntake } from './distribution/area-intake.js';
import { DistributionHandlers } from './distribution/distribution.handlers.js';
import { LiveDistribution } from './distribution/live-distribution.js';
import { LivePlans } from './distribution/live-plans.js';
import { PlanAccounts } from './distribution/plan-accounts.js';
import { PlanChange } from './distribution/plan-change.js';
import { PlanDecisions } from './distribution/plan-decisions.js';
import { PlanGroundReader } from './distribution/plan-ground.js';
import { PlanPeople } from './distribution/plan-people.js';
import { PlanProblems } from './distribution/plan-problems.js';
import { PlanRepository } from './distribution/plan-repository.js';
import { PlanRuns } from './distribution/plan-runs.js';
import { DropUser } from './drop-user.js';
import { ExportRequests } from './export/export-requests.js';
import { ExportRules } from './export/export-rule.js';
import { LeadExportHandlers } from './export/lead-export.handlers.js';
import { LeadExports } from './export/lead-exports.js';
import { FindLeadsHandlers } from './find/find-leads.handlers.js';
import { FindLeadsViews } from './find/find-leads.views.js';
import { LeadSearchIndex } from './find/lead-search-index.js';
import { Calendars } from './follow-up/calendars.js';
import { FollowUpHandlers } from './follow-up/follow-up.handlers.js';
import { FollowUpReminders } from './follow-up/follow-up-reminders.js';
import { FollowUps } from './follow-up/follow-ups.js';
import { MyDayViews } from './follow-up/my-day.views.js';
import { OwnersOff } from './follow-up/owners-off.js';
import { WorkingDays } from './follow-up/working-days.js';
import { AssignmentHistory } from './history/assignment-history.js';
import { ImportBatchHandlers } from './import-batch/import-batch.handlers.js';
import { CheckedRows } from './import-batch/checked-rows.js';
import { FoundLeads } from './import-batch/found-leads.js';
import { ImportBatches } from './import-batch/import-batches.js';
import { ImportUndoPreview } from './import-batch/import-undo-preview.js';
import { UndoneBusinesses } from './import-batch/undone-businesses.js';
import { UndoneLeads } from './import-batch/undone-leads.js';
import { UntouchedLeads } from './import-batch/untouched-leads.js';
import { UpdatedLeads } from './import-batch/updated-leads.js';
import { UpdatingBatch } from './import-batch/updating-batch.js';
import { ImportEndConsumer } from './import-batch/import-end.consumer.js';
import { ImportUndo } from './import-batch/import-undo.js';
import { ImportedBusinesses } from './import-batch/imported-businesses.js';
import { ImportedLeads } from './import-batch/imported-leads.js';
import { LeadHandlers } from './lead/lead.handlers.js';
import { LeadAudit } from './lead/lead-audit.js';
import { LeadSignals } from './lead/lead-signals.js';
import { LeadRepository } from './lead/lead.repository.js';
import { LeadViews } from './lead/lead.views.js';
import { CountedOwners } from './list/counted-owners.js';
import { StandIns } from './lead/stand-ins.js';
import { CountRollup } from './list/count-rollup.js';
import { QueryCache } from './list/query-cache.js';
import { LeadMapGrid } from './list/lead-map-grid.js';
import { LeadFacetViews } from './list/lead-facets.views.js';
import { LeadListHandlers } from './list/lead-list.handlers.js';
import { LeadListViews } from './list/lead-list.views.js';
import { NearestLeadViews } from './list/nearest-leads.views.js';
import { LeadMapViews } from './list/lead-map.views.js';
import { LeadsByPhoneViews } from './list/leads-by-phone.views.js';
import { LeadTotals } from './list/lead-totals.js';
import { LeadValues } from './list/lead-values.js';
import { LeadOutcomes } from './next-lead/lead-outcomes.js';
import { LeadQueueViews } from './next-lead/lead-queue.views.js';
import { NextLeadHandlers } from './next-lead/next-lead.handlers.js';
import { NotificationHandlers } from './notification/notification.handlers.js';
import { NotificationChoices } from './notification/notification-settings.js';
import { ProvisioningNotices } from './notification/provisioning-notices.js';
import { SecurityNoticesConsumer } from './notification/security-notices.consumer.js';
import { AreaSearchEndConsumer } from './notification/area-search-end.consumer.js';
import { JobMails } from './notification/job-mails.js';
import { Notifications } from './notification/notifications.js';
import { OwnNotifications } from './notification/own-notifications.js';
import { ClaimLead } from './pool/claim-lead.js';
import { PoolClaims } from './pool/pool-claims.js';
import { PoolHandlers } from './pool/pool.handlers.js';
import { PoolViews } from './pool/pool.views.js';
import { Pools } from './pool/pools.js';
import { ReturnLead } from './pool/return-lead.js';
import { PushDeviceHandlers } from './push/push-device.handlers.js';
import { PushDevices } from './push/push-devices.js';
import { Pushes } from './push/pushes.js';
import { PushKeys } from './push/push-keys.js';
import { PushSender } from './push/push-sender.js';
import { SessionEndConsumer } from './push/session-end.consumer.js';
import { ReassignLead } from './reassign-lead.js';
import { Recycler } from './recycling/recycler.js';
import { RecyclingFacts } from './recycling/recycling-facts.js';
import { RecyclingHandlers } from './recycling/recycling.handlers.js';
import { RecyclingMornings } from './recycling/recycling-mornings.js';
import { RecyclingNights } from './recycling/recycling-nights.js';
import { RecyclingNotices } from './recycling/recycling-notices.js';
import { RecyclingOwners } from './recycling/recycling-owners.js';
import { RecyclingPast } from './recycling/recycling-past.js';
import { RecyclingRules } from './recycling/recycling-rules.js';
import { RecyclingViews } from './recycling/recycling.views.js';
import { SavedViewHandlers } from './saved-view/saved-view.handlers.js';
import { SavedViews } from './saved-view/saved-views.js';
import { OverdueReports } from './team-work/overdue-reports.js';
import { OwnClockViews } from './team-work/own-clocks.js';
import { TeamWorkHandlers } from './team-work/team-work.handlers.js';
import { TeamWorkViews } from './team-work/team-work.views.js';
import { Territories } from './territory/territories.js';
import { TerritoryHandlers } from './territory/territory.handlers.js';
import { TerritoryArea } from './territory/territory-area.js';
import { TerritoryOwners } from './territory/territory-owners.js';
import { TerritoryImport } from './territory/territory-import.js';
import { TerritoryScan } from './territory/territory-scan.js';
import { TerritoryViews } from './territory/territory.views.js';
import { LeadChangeLog } from './timeline/lead-change-log.js';
import { TimelineHandlers } from './timeline/timeline.handlers.js';
import { TimelineViews } from './timeline/timeline.views.js';
import { WebhookHandlers } from './webhook/webhook.handlers.js';
import { webhookProviders } from './webhook/webhook-providers.js';

@Module({
  controllers: [
    LeadHandlers,
    AssignmentHandlers,
    ActivityHandlers,
    FollowUpHandlers,
    NextLeadHandlers,
    TimelineHandlers,
    LeadListHandlers,
    FindLeadsHandlers,
    BulkHandlers,
    BulkJobHandlers,
    DeletedLeadsHandlers,
    LeadExportHandlers,
    BusinessHandlers,
    NotificationHandlers,
    PoolHandlers,
    PushDeviceHandlers,
    RecyclingHandlers,
    SavedViewHandlers,
    CustomFieldHandlers,
    TeamWorkHandlers,
    TerritoryHandlers,
    DistributionHandlers,
    ImportBatchHandlers,
    ChangeFeedHandlers,
    WebhookHandlers,
    PastLeadsHandlers,
  ],
  providers: [
    FieldEntries,
    LeadRepository,
    LeadViews,
    StandIns,
    LeadAudit,
    LeadSignals,
    AssignmentHistory,
    LeadChangeLog,
    TimelineViews,
    OverdueReports,
    OwnClockViews,
    OwnersOff,
    WorkingDays,
    FollowUps,
    Calendars,
    MyDayViews,
    FollowUpReminders,
    LeadOutcomes,
    LeadQueueViews,
    AssignBusiness,
    ReassignLead,
    Pools,
    PoolClaims,
    PoolViews,
    ReturnLead,
    ClaimLead,
    RecyclingRules,
    RecyclingOwners,
    RecyclingFacts,
    RecyclingNotices,
    RecyclingMornings,
    RecyclingNights,
    RecyclingPast,
    RecyclingViews,
    Recycler,
    SavedViews,
    ChangeFeed,
    CustomFieldDefinitions,
    FieldValues,
    DropUser,
    UserReplica,
    UserReplicaConsumer,
    BusinessContent,
    BusinessRepository,
    BusinessOwnersView,
    DeletedLeads,
    ExportRules,
    LeadExports,
    ExportRequests,
    BulkChange,
    BulkRecords,
    BulkRequest,
    BulkUndo,
    BulkJobRepository,
    BulkJobEnd,
    BulkJobProcessor,
    LeadListViews,
    NearestLeadViews,
    QueryCache,
    LeadTotals,
    LeadMapGrid,
    LeadValues,
    LeadFacetViews,
    LeadMapViews,
    LeadsByPhoneViews,
    CountRollup,
    CountedOwners,
    FindLeadsViews,
    LeadSearchIndex,
    Notifications,
    OwnNotifications,
    JobMails,
    AreaSearchEndConsumer,
    ProvisioningNotices,
    SecurityNoticesConsumer,
    NotificationChoices,
    { provide: PublicHttps, useFactory: () => new PublicHttps() },
    PushKeys,
    PushDevices,
    PushSender,
    Pushes,
    SessionEndConsumer,
    ...webhookProviders,
    TeamWorkViews,
    Territories,
    TerritoryArea,
    TerritoryOwners,
    TerritoryImport,
    TerritoryScan,
    TerritoryViews,
    AreaIntake,
    LiveDistribution,
    LivePlans,
    PlanAccounts,
    PlanChange,
    PlanDecisions,
    PlanGroundReader,
    PlanPeople,
    PlanProblems,
    PlanRepository,
    PlanRuns,
    ImportBatches,
    CheckedRows,
    FoundLeads,
    ImportUndoPreview,
    UndoneBusinesses,
    UndoneLeads,
    UntouchedLeads,
    UpdatedLeads,
    UpdatingBatch,
    ImportEndConsumer,
    ImportUndo,
    ImportedBusinesses,
    ImportedLeads,
    PastLeads,
  ],
})
export class LeadsModule {}
