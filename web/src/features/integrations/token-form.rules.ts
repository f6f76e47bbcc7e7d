import { apiTokenForm, serviceTokenForm, type Team } from '@lead-finder/contracts';
import { z } from 'zod';

/** One address or range a line. The message names the line that is wrong. */
const networks = z.string().transform((text, context) => {
  const lines = text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const parsed = apiTokenForm.shape.networks.safeParse(lines);
  if (parsed.success) return parsed.data;
  const { message, path } = parsed.error.issues[0]!;
  const line = typeof path[0] === 'number' ? `${lines[path[0]]}: ` : '';
  context.issues.push({ code: 'custom', message: line + message, input: text });
  return z.NEVER;
});

export const ownForm = apiTokenForm.extend({ networks });
export const serviceForm = z
  .object({ ...serviceTokenForm.shape, networks })
  .transform((form) => ({ ...form, teamId: form.role === 'admin' ? null : form.teamId }));

/** 'North › West' of each team, by name. */
export function teamChoices(teams: readonly Pick<Team, 'id' | 'name' | 'parentId'>[]) {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const labelOf = ({ name, parentId }: Pick<Team, 'name' | 'parentId'>): string => {
    const parent = byId.get(parentId ?? 0);
    return parent ? `${labelOf(parent)} › ${name}` : name;
  };
  return teams
    .map((team) => ({ value: team.id, label: labelOf(team) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

const dayMs = 86_400_000;
/** From this many days before its end the list warns. */
const warnDays = 7;

export type TokenEnd = 'expired' | 'soon' | 'later';
export function endOf(expiresAt: string, now: number): TokenEnd {
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? 'expired' : left < warnDays * dayMs ? 'soon' : 'later';
}

export const dayAfter = (days: number, now: number): number => now + days * dayMs;
