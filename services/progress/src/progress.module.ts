import { Module } from '@nestjs/common';
import { Calendar } from './calendar/calendar.js';
import { ContactConsumer } from './contact/contact.consumer.js';
import { ContactHandlers } from './contact/contact.handlers.js';
import { ContactLedger } from './contact/contact.repository.js';
import { ContactViews } from './contact/contact.views.js';
import { MemberConsumer } from './member/member.consumer.js';
import { Members } from './member/member.repository.js';
import { ProgressHints } from './progress-hints.js';
import { TeamHandlers } from './team/team.handlers.js';
import { TeamViews } from './team/team.views.js';

@Module({
  controllers: [ContactHandlers, TeamHandlers],
  providers: [
    Calendar,
    ContactConsumer,
    ContactLedger,
    ContactViews,
    MemberConsumer,
    Members,
    ProgressHints,
    TeamViews,
  ],
})
export class ProgressModule {}
