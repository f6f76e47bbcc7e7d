import { z } from 'zod';
import { adminsOnly, leadersOnly, role } from '../actor.js';
import { defineRequest } from '../message.js';
import { day, id, nothing, wholeNumber } from '../wire.js';
import { teamName, timeZone, workingDays, workingTime } from './users-fields.js';
import { userSummary } from './users.js';

export const maxTeams = 2_000;
export const maxTeamLevels = 8;
export const maxTeamPeople = 10_000;
export const maxManagers = { ofTeam: 50, ofAll: 4_000 };

/** A null `timeZone`, `workingDays` or `holidayListId` is the parent's. A null `goal` is the sum of goals. `members` are the team's own people. */
export const team = z.object({
  id: z.int(),
  name: z.string(),
  parentId: z.int().nullable(),
  timeZone: z.string().nullable(),
  workingDays: z.array(z.int()).nullable(),
  holidayListId: z.int().nullish(),
  managerIds: z.array(z.int()),
  members: z.int(),
  goal: z.int().nullish(),
  goalOfMembers: z.int().optional(),
  openLeads: z.int().optional(),
  version: z.int(),
});
export type Team = z.infer<typeof team>;

export const teamForm = z.object({
  name: teamName,
  parentId: id.nullable().default(null),
  timeZone: timeZone.nullable().default(null),
  workingDays: workingDays.nullable().default(null),
  holidayListId: id.nullable().optional(),
  managerIds: z
    .array(id)
    .max(maxManagers.ofTeam, `A team has at most ${maxManagers.ofTeam} managers`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  goal: wholeNumber(1, 1_000_000, 'Goal must be a number from 1 to 1,000,000').nullable().optional(),
});

export const teamTree = z.object({
  teams: z.array(team),
  managers: z.array(userSummary.extend({ role: role.optional(), active: z.boolean().optional() })),
  people: z.int(),
  withoutTeam: z.int(),
});
export type TeamTree = z.infer<typeof teamTree>;

/** All teams and their managers by name. Without `openLeads` if the leads service does not answer. */
export const listTeams = defineRequest('users.list-teams', { access: adminsOnly, input: nothing, output: teamTree });
/** Rejects with 409 `team_name_taken`, and with 400 on the field that breaks a bound. */
export const createTeam = defineRequest('users.create-team', {
  access: adminsOnly,
  input: teamForm,
  output: team,
  idempotent: true,
});
/** A new `parentId` moves the whole branch. Rejects with 409 `team_cycle`, `team_name_taken` or `stale_version`. */
export const updateTeam = defineRequest('users.update-team', {
  access: adminsOnly,
  input: teamForm.extend({ id, version: z.int().optional() }),
  output: team,
});
/** Rejects with 409 `team_in_use` while people or teams are in it. */
export const removeTeam = defineRequest('users.remove-team', {
  access: adminsOnly,
  input: z.object({ id }),
  output: nothing,
});
/** With `teamId: null` out of any team. Omits unknown people. */
export const setTeamOfUsers = defineRequest('users.set-team-of-users', {
  access: adminsOnly,
  input: z.object({
    teamId: id.nullable(),
    userIds: z.array(id).min(1, 'Please select people').max(1_000, 'At most 1,000 people at once'),
  }),
  output: z.object({ moved: z.int() }),
  idempotent: true,
});

const teamGoal = z.object({ id: z.int(), name: z.string(), goal: z.int().nullable(), userIds: z.array(z.int()) });
export type TeamGoal = z.infer<typeof teamGoal>;
/** The caller's managed teams, or an administrator's top teams, with the goals of that day. */
export const listTeamGoals = defineRequest('users.list-team-goals', {
  access: leadersOnly,
  input: z.object({ on: day.optional() }),
  output: z.array(teamGoal),
});

export const sight = userSummary.extend({ people: z.int(), examples: z.array(z.string()) });
export type Sight = z.infer<typeof sight>;
/** Whom managers would see, and no longer see, after this move. Rejects like `updateTeam`. */
export const checkTeamMove = defineRequest('users.check-team-move', {
  access: adminsOnly,
  input: z.object({ id, parentId: id.nullable() }),
  output: z.object({ people: z.int(), gains: z.array(sight), losses: z.array(sight) }),
});

/** People of a manager's teams and below, and the pools of these teams; null without teams (docs/product/teams.md#what-a-manager-sees). */
export const resolveBranch = defineRequest('users.resolve-branch', {
  access: 'service',
  callers: ['leads', 'progress'],
  input: z.object({ managerId: id }),
  output: z.object({ people: z.array(z.int()).nullable() }),
});

/** Active managers of the teams of these people and of all teams above; null without teams. */
export const resolveManagers = defineRequest('users.resolve-managers', {
  access: 'service',
  callers: ['progress'],
  input: z.object({ userIds: z.array(z.int()).max(10_000) }),
  output: z.object({ managers: z.array(z.int()).nullable() }),
});
const teamOfUser = z.object({ id: z.int(), name: z.string(), path: z.array(z.int()).optional() });
export const resolveTeamsOfUsers = defineRequest('users.resolve-teams-of-users', {
  access: 'service',
  callers: ['leads'],
  input: z.object({ userIds: z.array(z.int()).max(10_000) }),
  output: z.object({ people: z.array(z.object({ id: z.int(), team: teamOfUser })) }),
});
/** The same for each of these people; without those who have none. */
export const resolveManagersOfEach = defineRequest('users.resolve-managers-of-each', {
  access: 'service',
  callers: ['gateway', 'leads'],
  input: z.object({ userIds: z.array(z.int()).max(1_000) }),
  output: z.object({ users: z.array(z.object({ id: z.int(), managerIds: z.array(z.int()) })) }),
});

/** Names and numbers of active people of these teams and those below; without unknown ones. */
export const resolveTeams = defineRequest('users.resolve-teams', {
  access: 'service',
  callers: ['leads'],
  input: z.object({ ids: z.array(id).max(maxTeams) }),
  output: z.object({ teams: z.array(z.object({ id: z.int(), name: z.string(), people: z.int() })) }),
});
/** Active people of these teams and of those below, each with those of `teamIds`; the first `limit` by id. */
export const resolveTeamMembers = defineRequest('users.resolve-team-members', {
  access: 'service',
  callers: ['leads'],
  input: z.object({ teamIds: z.array(id).min(1).max(maxTeams), limit: wholeNumber(1, maxTeamPeople) }),
  output: z.object({ people: z.array(z.object({ id: z.int(), teamIds: z.array(z.int()) })) }),
});

/** Working days of people of teams, by `alsoWithoutTeam` of all; Monday is 1. With a period also their days off, in order. */
export const resolveWorkingDays = defineRequest('users.resolve-working-days', {
  access: 'service',
  callers: ['leads', 'progress'],
  input: z.object({
    userIds: z.array(id).max(500),
    from: day.optional(),
    to: day.optional(),
    alsoWithoutTeam: z.boolean().optional(),
  }),
  output: z.object({ people: z.array(workingTime.extend({ id: z.int() })) }),
});
