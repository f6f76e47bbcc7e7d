import { Module } from '@nestjs/common';
import { BriefHandlers } from './brief/brief.handlers.js';
import { ComposeBrief } from './brief/compose-brief.js';
import { Calendars } from './calendar/calendar.js';
import { WorkingDays } from './calendar/working-days.js';
import { ContactConsumer } from './contact/contact.consumer.js';
import { ContactHandlers } from './contact/contact.handlers.js';
import { ContactLedger } from './contact/contact.repository.js';
import { ContactViews } from './contact/contact.views.js';
import { UserReplicaConsumer } from './user-replica/user-replica.consumer.js';
import { UserReplica } from './user-replica/user-replica.repository.js';
import { ProgressSignals } from './progress-signals.js';
import { ScheduleProcessor } from './schedule/schedule.processor.js';
import { Schedules } from './schedule/schedule.repository.js';
import { ScheduledMails } from './schedule/scheduled-mails.js';
import { TeamHandlers } from './team/team.handlers.js';
import { TeamViews } from './team/team.views.js';

@Module({
  controllers: [ContactHandlers, TeamHandlers, BriefHandlers],
  providers: [
    Calendars,
    WorkingDays,
    ComposeBrief,
    ContactConsumer,
    ContactLedger,
    ContactViews,
    UserReplicaConsumer,
    UserReplica,
    ProgressSignals,
    ScheduledMails,
    ScheduleProcessor,
    Schedules,
    TeamViews,
  ],
})
export class ProgressModule {}
