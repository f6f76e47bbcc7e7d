import {
  assignBusiness,
  countLeadsOfUser,
  dropUserLeads,
  reassignLead,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { AssignBusiness } from './assign-business.js';
import { UserReplica } from './user-replica/user-replica.js';
import { DropUser } from './drop-user.js';
import { LeadViews } from './lead/lead.views.js';
import { ReassignLead } from './reassign-lead.js';

@Controller()
export class AssignmentHandlers {
  constructor(
    private readonly assignment: AssignBusiness,
    private readonly reassignment: ReassignLead,
    private readonly dropUser: DropUser,
    private readonly userReplica: UserReplica,
    private readonly views: LeadViews,
  ) {}

  @Handle(assignBusiness)
  async assign(input: ParsedInputOf<typeof assignBusiness>, context: ActorContext) {
    const lead = await this.assignment.run(input, context);
    return { message: 'Business assigned successfully', userBusiness: await this.views.userBusiness(lead.id) };
  }

  @Handle(reassignLead)
  async reassign(input: ParsedInputOf<typeof reassignLead>, context: ActorContext) {
    const move = () => this.reassignment.run(input, context);
    return { message: 'Business reassigned', userBusiness: await this.views.afterMove(input.ref, context, move) };
  }

  @Handle(countLeadsOfUser)
  async count({ userId }: ParsedInputOf<typeof countLeadsOfUser>, context: ActorContext) {
    await this.userReplica.resolve([userId], context);
    return this.views.countOf(userId);
  }

  @Handle(dropUserLeads)
  async drop({ userId, username, version }: ParsedInputOf<typeof dropUserLeads>) {
    return { removed: await this.dropUser.run({ id: userId, username, version }) };
  }
}
