import {
  email,
  fullName,
  maxTeamLevels,
  monthlyGoal,
  role,
  teamName,
  timeZone,
  username,
  type User,
  type UserRow,
  type UserVerdict,
} from '@lead-finder/contracts';
import { z } from 'zod';

/** The values of a row. What its cells leave empty is undefined and keeps an existing user's value. */
export interface RowValues {
  username: string;
  email?: string | undefined;
  fullName?: string | undefined;
  role?: User['role'] | undefined;
  team?: string[] | undefined;
  /** The teams that the user manages. */
  manages?: string[][] | undefined;
  timeZone?: string | undefined;
  monthlyGoal?: number | undefined;
}

export interface ExistingUser extends Required<Omit<RowValues, 'team' | 'timeZone'>> {
  id: number;
  /** The names of the teams from the root to the user's own; empty without one. */
  team: string[];
  timeZone: string | null;
}

export interface Verdict {
  verdict: UserVerdict;
  message: string;
}

const roleNames = { admin: 'admin', administrator: 'admin', manager: 'manager', user: 'user' } as const;

const teamPath = z
  .string()
  .transform((path) => path.split('/'))
  .pipe(z.array(teamName).max(maxTeamLevels, `A team is at most ${maxTeamLevels} levels deep`));

const managedTeams = z
  .string()
  .transform((cell) => cell.split(';').filter((path) => path.trim()))
  .pipe(z.array(teamPath));

const filled = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .trim()
    .default('')
    .transform((cell): unknown => cell || undefined)
    .pipe(schema.optional() as z.ZodType<z.output<T> | undefined>);

const values = z.object({
  username,
  email: filled(email),
  fullName: filled(fullName),
  role: filled(
    z
      .string()
      .transform((name) => roleNames[name.toLowerCase() as keyof typeof roleNames])
      .pipe(role),
  ),
  team: filled(teamPath),
  manages: filled(managedTeams),
  timeZone: filled(timeZone),
  monthlyGoal: filled(monthlyGoal.unwrap()),
});

const labels: Record<string, string> = { role: 'Role must be admin, manager or user' };

/** Returns the values of a row, or the message of its first cell that breaks a rule. */
export function valuesOf(row: UserRow): RowValues | string {
  const parsed = values.safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return labels[String(issue!.path[0])] ?? issue!.message;
}

/** A username and the names of teams are the same in other case. */
const plain = (value: unknown, key: keyof RowValues): string => {
  if (key === 'manages') return [...new Set((value as string[][]).map((path) => plain(path, 'team')))].sort().join();
  return ['username', 'team'].includes(key) ? JSON.stringify(value).toLowerCase() : JSON.stringify(value);
};

const isSame = (row: RowValues, user: ExistingUser) =>
  (Object.keys(row) as (keyof RowValues)[]).every(
    (key) => row[key] === undefined || plain(row[key], key) === plain(user[key], key),
  );

/** Judges a row that breaks no rule alone. `owner` has the row's e-mail address, if a user has it. */
export function verdictOf(
  row: RowValues,
  user: ExistingUser | undefined,
  owner: number | undefined,
  createdBy: number,
): Verdict {
  if (owner !== undefined && owner !== user?.id) return failed('Email is already taken');
  if (row.manages && (row.role ?? user?.role ?? 'user') === 'user')
    return failed('Only people with the role Manager or Administrator can manage a team');
  if (user?.id === createdBy) {
    if ((row.role ?? 'admin') !== 'admin') return failed('You cannot change the role of your own account');
    if ((row.email ?? user.email) !== user.email) return failed('A file cannot change your own email');
  }
  if (user) return { verdict: isSame(row, user) ? 'unchanged' : 'update', message: '' };
  if (!row.email) return failed('A new user needs an email');
  if (!row.fullName) return failed('A new user needs a full name');
  return { verdict: 'create', message: '' };
}

export const failed = (message: string): Verdict => ({ verdict: 'failed', message });

/** Finds the lines whose username or e-mail address an earlier line has. */
export class SeenLines {
  private readonly lines = new Map<string, number>();

  /** Returns the failure of a repeated row, else remembers it. */
  repeated({ line, username, email }: Pick<UserRow, 'line' | 'username' | 'email'>): Verdict | null {
    const keys = [
      ['username', username],
      ['email', email],
    ] as const;
    for (const [what, value] of keys) {
      const earlier = value.trim() && this.lines.get(`${what} ${value.trim().toLowerCase()}`);
      if (earlier) return failed(`Line ${earlier} has the same ${what}`);
    }
    for (const [what, value] of keys) this.lines.set(`${what} ${value.trim().toLowerCase()}`, line);
    return null;
  }
}
