import { findLeads, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { FindLeadsViews } from './find-leads.views.js';

@Controller()
export class FindLeadsHandlers {
  constructor(private readonly found: FindLeadsViews) {}

  @Handle(findLeads)
  async find({ q }: ParsedInputOf<typeof findLeads>, { actor }: ActorContext) {
    return { leads: await this.found.find(q, actor) };
  }
}
