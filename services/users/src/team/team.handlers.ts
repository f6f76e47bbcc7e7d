import { resolveBranch, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Teams } from './teams.js';

@Controller()
export class TeamHandlers {
  constructor(private readonly teams: Teams) {}

  @Handle(resolveBranch)
  async branch({ managerId }: ParsedInputOf<typeof resolveBranch>) {
    return { people: await this.teams.branchOf(managerId) };
  }
}
