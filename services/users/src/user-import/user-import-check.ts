import type { UserRow } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import {
  SeenLines,
  failed,
  valuesOf,
  verdictOf,
  type ExistingUser,
  type RowValues,
  type Verdict,
} from './user-row.rules.js';
import { UserImports } from './user-imports.js';

/** The names of a team `t` and of all above it, from the root. */
const names = `array(select above.name from teams above where above.id = any (t.path) order by cardinality(above.path))`;
const teamNames = `coalesce((select ${names} from teams t where t.id = u.team_id), '{}')`;
const managedTeams = `(
  select coalesce(json_agg(${names}), '[]') from team_managers m join teams t on t.id = m.team_id where m.user_id = u.id
)`;

/** Judges all rows of a file before any of them changes a user (docs/product/teams.md#users-by-file). */
@Injectable()
export class UserImportCheck {
  constructor(
    private readonly database: Database,
    private readonly imports: UserImports,
  ) {}

  check(id: number): Promise<void> {
    return this.database.transaction(async () => {
      const { createdBy } = await this.imports.lock(id, ['receiving', 'checked']);
      const rows = await this.imports.cells(id);
      const [users, owners] = await Promise.all([this.existing(rows), this.owners(rows)]);
      const seen = new SeenLines();
      const judged = rows.map((row) => ({ line: row.line, ...this.verdict(row, users, owners, seen, createdBy) }));
      await this.imports.judge(id, judged);
      await this.imports.setStatus(id, 'checked');
    });
  }

  /** Judges one row again before it is applied. */
  async again(
    row: UserRow,
    createdBy: number,
  ): Promise<{ values: RowValues; user: ExistingUser | undefined } | string> {
    const values = valuesOf(row);
    if (typeof values === 'string') return values;
    const [users, owners] = [await this.existing([row]), await this.owners([row])];
    const user = users.get(values.username.toLowerCase());
    const { verdict, message } = verdictOf(values, user, owners.get(values.email?.toLowerCase() ?? ''), createdBy);
    return verdict === 'failed' ? message : { values, user };
  }

  private verdict(
    row: UserRow,
    users: Map<string, ExistingUser>,
    owners: Map<string, number>,
    seen: SeenLines,
    createdBy: number,
  ): Verdict {
    const values = valuesOf(row);
    if (typeof values === 'string') return failed(values);
    const user = users.get(values.username.toLowerCase());
    return seen.repeated(row) ?? verdictOf(values, user, owners.get(values.email?.toLowerCase() ?? ''), createdBy);
  }

  private async existing(rows: readonly UserRow[]): Promise<Map<string, ExistingUser>> {
    const users = await this.database.query<ExistingUser>(
      `select id, username, email, full_name as "fullName", role, monthly_goal as "monthlyGoal",
         own_time_zone as "timeZone", ${teamNames} as team, ${managedTeams} as manages
       from users u where lower(username) = any ($1)`,
      [rows.map(({ username }) => username.trim().toLowerCase())],
    );
    return new Map(users.map((user) => [user.username.toLowerCase(), user]));
  }

  /** The ids of the users who have these e-mail addresses. */
  private async owners(rows: readonly UserRow[]): Promise<Map<string, number>> {
    const users = await this.database.query<{ id: number; email: string }>(
      'select id, lower(email) as email from users where lower(email) = any ($1)',
      [rows.map(({ email }) => email.trim().toLowerCase())],
    );
    return new Map(users.map(({ id, email }) => [email, id]));
  }
}
