import {
  countOpenLeads,
  getStatusFunnel,
  getTeamWork,
  listTeamWork,
  peopleSeenBy,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { TeamWorkViews } from './team-work.views.js';

/** Figures about users' leads for the team page and its mails. They show only name, status and dates of a lead. */
@Controller()
export class TeamWorkHandlers {
  constructor(private readonly views: TeamWorkViews) {}

  @Handle(getTeamWork)
  figures(request: ParsedInputOf<typeof getTeamWork>) {
    return this.views.figures(request);
  }

  @Handle(countOpenLeads)
  open({ userIds }: ParsedInputOf<typeof countOpenLeads>) {
    return this.views.open(userIds);
  }

  @Handle(listTeamWork)
  list(request: ParsedInputOf<typeof listTeamWork>) {
    return this.views.list(request);
  }

  @Handle(getStatusFunnel)
  funnel(_: object, { actor }: ActorContext) {
    return this.views.funnel(peopleSeenBy(actor));
  }
}
