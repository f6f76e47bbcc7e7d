import { maxTeams, type Actor, type teamForm } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { TeamChanges } from './team-changes.js';
import { Teams } from './teams.js';

const joined = (names: readonly string[]) => names.join(' / ').toLowerCase();

/** Finds teams by the names from the root, as files name them, and makes those that are missing. */
@Injectable()
export class TeamPaths {
  constructor(
    private readonly database: Database,
    private readonly teams: Teams,
    private readonly changes: TeamChanges,
  ) {}

  /** Comes before the lock of a user, as in every change of the tree. */
  lock(): Promise<void> {
    return this.teams.lock();
  }

  /** Returns the team of this path. Creates what is missing of it, in the transaction of a caller that has the lock. */
  async idOf(names: readonly string[], actor: Actor): Promise<number> {
    let parentId: number | null = null;
    for (const name of names) {
      const [found]: { id: number }[] = await this.database.query(
        'select id from teams where coalesce(parent_id, 0) = coalesce($1, 0) and lower(name) = lower($2)',
        [parentId, name],
      );
      const form: z.output<typeof teamForm> = { name, parentId, timeZone: null, workingDays: null, managerIds: [] };
      parentId = (found ?? (await this.changes.create(form, actor))).id;
    }
    return parentId!;
  }

  /** Returns the paths of these, with all above them, that no team has. */
  async missing(paths: readonly string[][]): Promise<string[]> {
    const teams = await this.database.query<{ path: string }>(
      `select lower(array_to_string(array(
         select above.name from teams above where above.id = any (t.path) order by cardinality(above.path)
       ), ' / ')) as path from teams t limit ${maxTeams}`,
    );
    const known = new Set(teams.map(({ path }) => path));
    const missing = new Map<string, string>();
    for (const names of paths)
      for (let depth = 1; depth <= names.length; depth++) {
        const above = names.slice(0, depth);
        if (!known.has(joined(above)) && !missing.has(joined(above))) missing.set(joined(above), above.join(' / '));
      }
    return [...missing.values()];
  }
}
