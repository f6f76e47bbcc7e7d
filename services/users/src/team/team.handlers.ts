import {
  checkTeamMove,
  createTeam,
  listTeamGoals,
  listTeams,
  removeTeam,
  resolveBranch,
  resolveManagers,
  resolveTeams,
  resolveTeamMembers,
  resolveTeamsOfUsers,
  resolveWorkingDays,
  resolveManagersOfEach,
  setTeamOfUsers,
  updateTeam,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { DaysOff } from '../days-off/days-off.js';
import { TeamChanges } from './team-changes.js';
import { TeamGoals } from './team-goals.js';
import { TeamViews } from './team.views.js';
import { Teams } from './teams.js';

@Controller()
export class TeamHandlers {
  constructor(
    private readonly teams: Teams,
    private readonly views: TeamViews,
    private readonly changes: TeamChanges,
    private readonly goals: TeamGoals,
    private readonly daysOff: DaysOff,
  ) {}

  @Handle(listTeams)
  list(_: object, context: ActorContext) {
    return this.views.tree(context);
  }

  @Handle(createTeam)
  create(form: ParsedInputOf<typeof createTeam>, { actor }: ActorContext) {
    return this.changes.create(form, actor);
  }

  @Handle(updateTeam)
  update(form: ParsedInputOf<typeof updateTeam>, { actor }: ActorContext) {
    return this.changes.update(form, actor);
  }

  @Handle(removeTeam)
  async remove({ id }: ParsedInputOf<typeof removeTeam>, context: ActorContext) {
    await this.changes.remove(id, context);
    return {};
  }

  @Handle(setTeamOfUsers)
  setTeamOfUsers({ userIds, teamId }: ParsedInputOf<typeof setTeamOfUsers>, { actor }: ActorContext) {
    return this.changes.setTeamOfUsers(userIds, teamId, actor);
  }

  @Handle(listTeamGoals)
  listGoals({ on }: ParsedInputOf<typeof listTeamGoals>, { actor }: ActorContext) {
    return this.goals.list(actor, on);
  }

  @Handle(checkTeamMove)
  checkMove({ id, parentId }: ParsedInputOf<typeof checkTeamMove>) {
    return this.changes.check(id, parentId);
  }

  @Handle(resolveBranch)
  async branch({ managerId }: ParsedInputOf<typeof resolveBranch>) {
    return { people: await this.teams.branchOf(managerId) };
  }

  @Handle(resolveTeams)
  async named({ ids }: ParsedInputOf<typeof resolveTeams>) {
    return { teams: await this.teams.named(ids) };
  }

  @Handle(resolveTeamMembers)
  async members({ teamIds, limit }: ParsedInputOf<typeof resolveTeamMembers>) {
    return { people: await this.teams.membersOf(teamIds, limit) };
  }

  @Handle(resolveWorkingDays)
  async workingDays(asked: ParsedInputOf<typeof resolveWorkingDays>) {
    return { people: await this.daysOff.of(asked) };
  }

  @Handle(resolveManagers)
  async managers({ userIds }: ParsedInputOf<typeof resolveManagers>) {
    return { managers: await this.teams.managersOf(userIds) };
  }

  @Handle(resolveTeamsOfUsers)
  async teamsOf({ userIds }: ParsedInputOf<typeof resolveTeamsOfUsers>) {
    return { people: await this.teams.teamsOf(userIds) };
  }

  @Handle(resolveManagersOfEach)
  async managersOfEach({ userIds }: ParsedInputOf<typeof resolveManagersOfEach>) {
    return { users: await this.teams.managersOfEach(userIds) };
  }
}
