import type { checkTeamMove, OutputOf, setTeamOfUsers, Team, teamForm, TeamTree } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { request } from '../../../lib/http';
import { useUserChange } from '../api';
import { growForest } from './team-tree.rules';

export type { Team, TeamTree };
export type TeamForm = z.output<typeof teamForm>;

const teamsKey = '/api/teams';

/** All teams as a tree; undefined while they load. */
export function useTeams() {
  const query = useQuery<TeamTree>({ queryKey: [teamsKey] });
  const { data } = query;
  const forest = useMemo(() => data && growForest(data.teams), [data]);
  return { ...query, forest };
}

export const useCreateTeam = () =>
  useUserChange('Failed to create team', (form: TeamForm) => request<Team>('POST', teamsKey, form));

/** Changes fields of a team. Rejects if another administrator changed the team since it was loaded. */
export const useUpdateTeam = () =>
  useUserChange('Failed to change team', ({ team, ...change }: { team: Team } & Partial<TeamForm>) => {
    const { name, parentId, timeZone, workingDays, managerIds, version } = team;
    const form = { name, parentId, timeZone, workingDays, managerIds, version, ...change };
    return request<Team>('PUT', `${teamsKey}/${team.id}`, form);
  });

export const useRemoveTeam = () =>
  useUserChange('Failed to remove team', (id: number) => request<void>('DELETE', `${teamsKey}/${id}`));

export const useSetTeamOfUsers = () =>
  useUserChange('Failed to move people', (change: { teamId: number | null; userIds: number[] }) =>
    request<OutputOf<typeof setTeamOfUsers>>('POST', `${teamsKey}/people`, change),
  );

/** Who gains and loses sight by a move. Read each time the dialog opens. */
export const useMoveCheck = (id: number, parentId: number | null, isAsked: boolean) =>
  useQuery({
    queryKey: [teamsKey, id, 'check-move', parentId],
    queryFn: ({ signal }) =>
      request<OutputOf<typeof checkTeamMove>>('POST', `${teamsKey}/${id}/check-move`, { parentId }, { signal }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
