import { Card, Table } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import { Avatar } from '../../ui/avatar';
import { TableRowsSkeleton } from '../../ui/skeleton';
import { AccountStatusDot } from './account-status';
import type { User } from './api';
import { roleLabels } from './role-label';
import { UserActions, type UserDialog } from './user-actions';
import './users.css';

interface UsersTableProps {
  /** Undefined while they load. */
  users: readonly User[] | undefined;
  onOpen: (dialog: UserDialog, user: User) => void;
}

/** A table, on phones one card per account. */
export const UsersTable = ({ users, onOpen }: UsersTableProps) => (
  <Card>
    <div className="lf-wrap">
      <Table hover className="lf-stack users">
        <thead>
          <tr>
            <th>Username</th>
            <th>Email</th>
            <th>Full Name</th>
            <th>Role</th>
            <th className="r">Monthly Goal</th>
            <th>Status</th>
            <th className="r">Actions</th>
          </tr>
        </thead>
        {users ? (
          <tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} onOpen={(dialog) => onOpen(dialog, user)} />
            ))}
            {users.length === 0 && (
              <tr className="lf-users-none">
                <td colSpan={7}>No users found matching your search.</td>
              </tr>
            )}
          </tbody>
        ) : (
          <TableRowsSkeleton columns={cells} />
        )}
      </Table>
    </div>
  </Card>
);

const cells = ['c-user', 'c-email', 'c-name', 'c-role', 'c-goal', 'c-status', 'c-acts'];

const roleBadges: Partial<Record<User['role'], string>> = { admin: 'badge b-accent', manager: 'badge b-count' };

const UserRow = ({ user, onOpen }: { user: User; onOpen: (dialog: UserDialog) => void }) => (
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
    <td className="r num c-goal" data-label="Goal">
      {formatNumber(user.monthlyGoal)}
    </td>
    <td className="c-status">
      <AccountStatusDot user={user} />
    </td>
    <td className="r text-nowrap c-acts">
      <UserActions user={user} onOpen={onOpen} />
    </td>
  </tr>
);
