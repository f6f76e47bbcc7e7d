import type { UserImport } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { TeamPaths } from '../team/team-paths.js';
import { UserImports } from './user-imports.js';

const maxNewTeams = 100;
const namesOf = (team: string) => team.split('/').map((name) => name.trim());

@Injectable()
export class UserImportViews {
  constructor(
    private readonly database: Database,
    private readonly imports: UserImports,
    private readonly paths: TeamPaths,
  ) {}

  /** Rejects with 404 without such an import. */
  async read(id: number): Promise<UserImport> {
    const read = await this.imports.read(id);
    if (read.status === 'checked') return { ...read, newTeams: await this.newTeams(id) };
    if (read.status !== 'completed') return read;
    const missing = await this.paths.missing(read.newTeams.map(namesOf));
    return { ...read, newTeams: read.newTeams.filter((team) => !missing.includes(team)) };
  }

  /** The teams that the checked file would create. */
  async newTeams(id: number): Promise<string[]> {
    const named = await this.database.query<{ team: string }>(
      `select distinct trim(team) as team from user_import_rows
         cross join lateral regexp_split_to_table(concat_ws(';', cells ->> 'team', cells ->> 'manages'), ';') as team
       where import_id = $1 and verdict in ('create', 'update') and trim(team) <> '' order by 1`,
      [id],
    );
    const missing = await this.paths.missing(named.map(({ team }) => namesOf(team)));
    return missing.slice(0, maxNewTeams);
  }
}
