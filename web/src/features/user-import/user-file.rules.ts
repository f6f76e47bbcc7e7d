import type { UserRow } from '@lead-finder/contracts';

type Column = Exclude<keyof UserRow, 'line'>;

/** The names of each column in a file, without spaces, marks and capitals. The first is the one of the example. */
const names: Record<Column, readonly string[]> = {
  username: ['username', 'user', 'login', 'loginname', 'userid'],
  email: ['email', 'emailaddress', 'mail'],
  fullName: ['fullname', 'name', 'displayname'],
  role: ['role'],
  team: ['team', 'teampath'],
  manages: ['manages', 'managerof', 'managedteams', 'teamsmanaged'],
  timeZone: ['timezone', 'zone'],
  monthlyGoal: ['monthlygoal', 'goal'],
};
const columns = Object.keys(names) as Column[];

export const exampleFile = [
  'username,email,full name,role,team,manages,time zone,monthly goal',
  'maria,maria@example.com,Maria Lopez,manager,North America,North America / West; North America / East,America/Los_Angeles,',
  'sam,sam@example.com,Sam Weaver,user,North America / West / California,,,120',
].join('\r\n');

/** Returns the rows of a file by the names in its header, or undefined if no column is the username. */
export function userRows(headers: readonly string[], rows: readonly { row: number; cells: string[] }[]) {
  const normal = headers.map((header) => header.toLowerCase().replace(/[^a-z]/g, ''));
  const at = new Map(columns.map((column) => [column, normal.findIndex((header) => names[column].includes(header))]));
  if (at.get('username') === -1) return undefined;
  return rows.map(({ row, cells }): UserRow => {
    const cell = (column: Column) => cells[at.get(column)!]?.trim() ?? '';
    const values = Object.fromEntries(columns.map((column) => [column, cell(column)])) as Record<Column, string>;
    return { line: row, ...values };
  });
}
