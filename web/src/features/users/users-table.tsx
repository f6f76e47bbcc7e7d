import { Card, Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { useSettings } from '../../lib/settings';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { TableRowsSkeleton } from '../../ui/skeleton';
import { AccountStatusDot } from './account-status';
import type { User, UserFilter } from './api';
import { roleLabels } from './role-label';
import { pathOf, type TeamNode } from './teams/team-tree.rules';
import { ZoneCell } from './teams/zone-cell';
import { UserActions, type UserDialog } from './user-actions';
import './users.css';

interface UsersTableProps {
  /** Undefined while they load. */
  users: readonly User[] | undefined;
  /** Undefined while there are no teams. */
  teams: ReadonlyMap<number, TeamNode> | undefined;
  sort: UserFilter['sort'];
  onSort: (sort: UserFilter['sort']) => void;
  onOpen: (dialog: UserDialog, user: User) => void;
}

/** A table, on phones one card per account. */
export const UsersTable = ({ users, teams, sort, onSort, onOpen }: UsersTableProps) => (
  <Card>
    <div className="lf-wrap">
      <Table hover className="lf-stack users">
        <thead>
          <tr>
            <th>Username</th>
            <th>Email</th>
            <th>Full Name</th>
            <th>Role</th>
            {teams && (
              <>
                <th aria-sort={sort === 'team' ? 'ascending' : undefined}>
                  <button type="button" onClick={() => onSort(sort === 'team' ? undefined : 'team')}>
                    Team
                    {sort === 'team' && <Icon name="arrow-up" />}
                  </button>
                </th>
                <th className="c-zone">Time zone</th>
              </>
            )}
            <th className="r">Monthly Goal</th>
            <th>Status</th>
            <th className="r">Actions</th>
          </tr>
        </thead>
        {users ? (
          <tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} teams={teams} onOpen={(dialog) => onOpen(dialog, user)} />
            ))}
            {users.length === 0 && (
              <tr className="lf-users-none">
                <td colSpan={teams ? 9 : 7}>No users found matching your search.</td>
              </tr>
            )}
          </tbody>
        ) : (
          <TableRowsSkeleton columns={teams ? [...cells.slice(0, 4), 'c-team', 'c-zone', ...cells.slice(4)] : cells} />
        )}
      </Table>
    </div>
  </Card>
);

const cells = ['c-user', 'c-email', 'c-name', 'c-role', 'c-goal', 'c-status', 'c-acts'];

const roleBadges: Partial<Record<User['role'], string>> = { admin: 'badge b-accent', manager: 'badge b-count' };

interface UserRowProps {
  user: User;
  teams: UsersTableProps['teams'];
  onOpen: (dialog: UserDialog) => void;
}

const UserRow = ({ user, teams, onOpen }: UserRowProps) => (
  <tr>
    <td className="name c-user" title={user.username}>
      {user.username}
    </td>
    <td className="cut soft c-email" title={user.email}>
      {user.email}
    </td>
    <td className="cut c-name">
      <span className="lf-avatar-name">
        <Avatar name={user.fullName || user.username} id={user.id} />
        <span className="cut" title={user.fullName}>
          {user.fullName}
        </span>
      </span>
    </td>
    <td className="c-role">
      <span className={roleBadges[user.role]}>{roleLabels[user.role]}</span>
    </td>
    {teams && <TeamCells user={user} team={teams.get(user.teamId ?? 0)} />}
    <td className="r num c-goal" data-label="Goal">
      {formatNumber(user.monthlyGoal)}
    </td>
    <td className="c-status">
      <AccountStatusDot user={user} />
    </td>
    <td className="r text-nowrap c-acts">
      <UserActions user={user} asksForLeads={Boolean(teams)} onOpen={onOpen} />
    </td>
  </tr>
);

function TeamCells({ user, team }: { user: User; team: TeamNode | undefined }) {
  const general = useSettings()?.timeZone;
  return (
    <>
      <td className="cut c-team">
        {team && (
          <Link to={paths.teams(team.id)} title={pathOf(team)}>
            {team.name}
          </Link>
        )}
      </td>
      <ZoneCell own={user.timeZone} ofTeam={team?.zone ?? general} />
    </>
  );
}
