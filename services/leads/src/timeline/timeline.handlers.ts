import { getLeadTimeline, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { LeadViews } from '../lead/lead.views.js';
import { TimelineViews } from './timeline.views.js';

@Controller()
export class TimelineHandlers {
  constructor(
    private readonly leads: LeadViews,
    private readonly timeline: TimelineViews,
  ) {}

  @Handle(getLeadTimeline)
  async of({ ref, kind, cursor, pageSize }: ParsedInputOf<typeof getLeadTimeline>, context: ActorContext) {
    return this.timeline.of(await this.leads.idOf(ref, context), kind, cursor, pageSize);
  }
}
