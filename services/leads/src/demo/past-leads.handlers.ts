import { addPastLeads, resolveUsers, type ParsedInputOf } from '@lead-finder/contracts';
import { Bus, Handle, type CallContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { PastLeads } from './past-leads.js';

@Controller()
export class PastLeadsHandlers {
  constructor(
    private readonly pastLeads: PastLeads,
    private readonly userReplica: UserReplica,
    private readonly bus: Bus,
  ) {}

  @Handle(addPastLeads)
  async add({ leads }: ParsedInputOf<typeof addPastLeads>, context: CallContext) {
    const ids = [...new Set(leads.flatMap(({ userId, assignedBy }) => [userId, assignedBy]))];
    const { users } = await this.bus.call(resolveUsers, { ids }, context);
    await this.userReplica.upsert(users);
    return { added: await this.pastLeads.add(leads) };
  }
}
