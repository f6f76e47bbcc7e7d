import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { ChoiceSelect } from '../../ui/choice-select';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { SearchField } from '../../ui/search-field';
import { ErrorBlock } from '../../ui/state-block';
import { type User, type UserFilter, useUsers } from './api';
import { CreateUserDialog } from './create-user-dialog';
import { DeactivateUserDialog } from './deactivate-user-dialog';
import { DeleteUserDialog } from './delete-user-dialog';
import { EditUserDialog } from './edit-user-dialog';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog';
import { ResetUserPasswordDialog } from './reset-user-password-dialog';
import { roleLabels } from './role-label';
import type { UserDialog } from './user-actions';
import { PeopleTabs } from './teams/people-tabs';
import { useTeams } from './teams/api';
import { pathOf, type TeamNode } from './teams/team-tree.rules';
import { UserSessionsDialog } from './user-sessions-dialog';
import { UsersTable } from './users-table';

/** docs/product/accounts.md#user-management-page */
const pageSize = 10;

type OpenDialog = { dialog: 'create' } | { dialog: UserDialog; user: User };

export function UsersPage() {
  const [filter, setFilter] = useState<UserFilter>({});
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { data, error, refetch, isPlaceholderData } = useUsers({ ...filter, page, pageSize });
  const { data: tree, forest } = useTeams();
  const teams = forest && forest.all.length > 0 ? forest : undefined;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  // The last page becomes empty when its only account is deleted.
  if (data && !isPlaceholderData && page > pages) setPage(pages);

  const narrow = (change: UserFilter) => {
    setFilter({ ...filter, ...change });
    setPage(1);
  };
  return (
    <>
      {tree && teams && <PeopleTabs tree={tree} />}
      <PageHeader
        title="User Management"
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={
          <>
            <Link className="btn btn-outline-secondary" aria-label="Import Users" to={paths.userImport}>
              <Icon name="filetype-csv" />
              <span className="lbl">Import Users</span>
            </Link>
            <Button aria-label="Add User" onClick={() => setOpen({ dialog: 'create' })}>
              <Icon name="plus-lg" />
              <span className="lbl">Add User</span>
            </Button>
          </>
        }
      />
      <UserFilters filter={filter} teams={teams?.all} onChange={narrow} />
      {error ? (
        <ErrorBlock title="Error loading users. Please try again." error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <UsersTable
            users={data?.users}
            teams={teams?.byId}
            sort={filter.sort}
            onSort={(sort) => narrow({ sort })}
            onOpen={(dialog, user) => setOpen({ dialog, user })}
          />
          {data && (
            <UsersFoot total={data.total} shown={data.users.length} page={page} pages={pages} onPage={setPage} />
          )}
        </>
      )}
      {open && <OpenedDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

function OpenedDialog({ onClose, ...open }: OpenDialog & { onClose: () => void }) {
  switch (open.dialog) {
    case 'create':
      return <CreateUserDialog onClose={onClose} />;
    case 'edit':
      return <EditUserDialog user={open.user} onClose={onClose} />;
    case 'reset-password':
      return <ResetUserPasswordDialog user={open.user} onClose={onClose} />;
    case 'reset-second-factor':
      return <ResetSecondFactorDialog user={open.user} onClose={onClose} />;
    case 'sessions':
      return <UserSessionsDialog user={open.user} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateUserDialog user={open.user} onClose={onClose} />;
    case 'delete':
      return <DeleteUserDialog user={open.user} onClose={onClose} />;
  }
}

interface UserFiltersProps {
  filter: UserFilter;
  /** Undefined while there are no teams. */
  teams: readonly TeamNode[] | undefined;
  onChange: (change: UserFilter) => void;
}

const UserFilters = ({ filter, teams, onChange }: UserFiltersProps) => (
  <div className="lf-toolbar lf-users-tools" role="search">
    <SearchField
      label="Search users"
      placeholder="Search username, email or full name"
      delay={250}
      value={filter.q ?? ''}
      onChange={(q) => onChange({ q })}
    />
    <Form.Select
      aria-label="Role"
      value={filter.role ?? ''}
      onChange={(event) => onChange({ role: (event.target.value || undefined) as UserFilter['role'] })}
    >
      <option value="">All Roles</option>
      <option value="admin">{roleLabels.admin}</option>
      <option value="manager">{roleLabels.manager}</option>
      <option value="user">{roleLabels.user}</option>
    </Form.Select>
    <Form.Select
      aria-label="Status"
      value={filter.status ?? ''}
      onChange={(event) => onChange({ status: (event.target.value || undefined) as UserFilter['status'] })}
    >
      <option value="">All Statuses</option>
      <option value="active">Active</option>
      <option value="inactive">Inactive</option>
      <option value="locked">Locked</option>
    </Form.Select>
    {teams && (
      <ChoiceSelect
        label="Team"
        choices={[
          { value: 'none' as const, label: 'Without a team' },
          ...teams.map((team) => ({ value: team.id, label: pathOf(team) })),
        ]}
        value={(filter.teamId as number | 'none' | undefined) ?? null}
        onChange={(teamId) => onChange({ teamId: teamId ?? undefined })}
        placeholder="All Teams"
      />
    )}
  </div>
);

interface UsersFootProps {
  total: number;
  shown: number;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

function UsersFoot({ total, shown, page, pages, onPage }: UsersFootProps) {
  const first = shown === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = shown === 0 ? 0 : first + shown - 1;
  return (
    <nav className="lf-foot" aria-label="Pages">
      <span className="num" aria-live="polite">
        Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)} users
      </span>
      <div className="end">
        <Button variant="outline-secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span className="num">
          Page {formatNumber(page)} of {formatNumber(pages)}
        </span>
        <Button variant="outline-secondary" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
