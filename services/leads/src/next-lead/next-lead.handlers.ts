import { getNextLead, recordOutcome, undoOutcome, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { LeadViews } from '../lead/lead.views.js';
import { LeadOutcomes } from './lead-outcomes.js';
import { LeadQueueViews } from './lead-queue.views.js';

@Controller()
export class NextLeadHandlers {
  constructor(
    private readonly outcomes: LeadOutcomes,
    private readonly queues: LeadQueueViews,
    private readonly views: LeadViews,
  ) {}

  @Handle(getNextLead)
  next({ expected, ...queue }: ParsedInputOf<typeof getNextLead>, { actor }: ActorContext) {
    return this.queues.next(queue, actor, expected);
  }

  @Handle(recordOutcome)
  async record(input: ParsedInputOf<typeof recordOutcome>, { actor }: ActorContext) {
    const { lead, activity } = await this.outcomes.record(input, actor);
    const userBusiness = await this.views.userBusiness(lead.id);
    const { queue, expected } = input;
    const queued = queue ? await this.queues.next(queue, actor, expected) : { next: null, missed: false };
    return { message: 'Outcome saved', userBusiness, activity, ...queued };
  }

  @Handle(undoOutcome)
  async undo({ ref }: ParsedInputOf<typeof undoOutcome>, { actor }: ActorContext) {
    const lead = await this.outcomes.undo(ref, actor);
    return { message: 'Outcome undone', userBusiness: await this.views.userBusiness(lead.id) };
  }
}
