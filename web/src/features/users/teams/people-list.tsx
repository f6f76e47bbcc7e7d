import { useState } from 'react';
import { Button, Form, Table } from 'react-bootstrap';
import { counted, formatNumber } from '../../../lib/numbers';
import { useSettings } from '../../../lib/settings';
import { Avatar } from '../../../ui/avatar';
import { Icon } from '../../../ui/icon';
import { Pager } from '../../../ui/pager';
import { SearchField } from '../../../ui/search-field';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { type User, useUsers } from '../api';
import { roleLabels } from '../role-label';
import { MovePeopleDialog } from './move-people-dialog';
import type { TeamNode } from './team-tree.rules';
import { ZoneCell } from './zone-cell';

const pageSize = 50;
const cells = ['c-check', 'c-person', 'c-role', 'c-zone', 'c-goal', 'c-acts'];

interface PeopleListProps {
  teamId: number | 'none';
  /** The time zone of the team. */
  zone: string | null;
  teams: readonly TeamNode[];
}

/** The people of a team or those without one, who can move to a team one by one or in bulk. */
export function PeopleList({ teamId, zone, teams }: PeopleListProps) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<ReadonlyMap<number, User>>(new Map());
  const [moving, setMoving] = useState<readonly User[] | null>(null);
  const { data, error, refetch } = useUsers({ teamId, q, page, pageSize });
  const general = useSettings()?.timeZone;
  const select = (users: readonly User[], isOn: boolean) => {
    const next = new Map(selected);
    for (const user of users) if (!next.delete(user.id) || isOn) next.set(user.id, user);
    setSelected(next);
  };
  const shown = data?.users ?? [];
  const isAll = shown.length > 0 && shown.every(({ id }) => selected.has(id));

  if (error)
    return <ErrorBlock title="Error loading users. Please try again." error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className="lf-people-tools" role="search">
        <SearchField
          label="Search these people"
          delay={250}
          value={q}
          onChange={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
        {selected.size > 0 && (
          <Button size="sm" onClick={() => setMoving([...selected.values()])}>
            Move {counted(selected.size, 'person', 'people')} to a team
          </Button>
        )}
      </div>
      <div className="lf-wrap">
        <Table hover className="lf-stack members">
          <thead>
            <tr>
              <th>
                <Form.Check.Input
                  aria-label="Select all people of this page"
                  checked={isAll}
                  onChange={() => select(shown, !isAll)}
                />
              </th>
              <th>Name</th>
              <th>Role</th>
              <th>Time zone</th>
              <th className="r">Goal</th>
              <th className="r">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          {data ? (
            <tbody>
              {shown.map((user) => (
                <tr key={user.id}>
                  <td className="c-check">
                    <Form.Check.Input
                      aria-label={`Select ${user.fullName}`}
                      checked={selected.has(user.id)}
                      onChange={() => select([user], !selected.has(user.id))}
                    />
                  </td>
                  <td className="c-person">
                    <span className="lf-avatar-name">
                      <Avatar name={user.fullName} id={user.id} />
                      <span className="cut" title={user.fullName}>
                        {user.fullName}
                      </span>
                    </span>
                  </td>
                  <td className="c-role">{roleLabels[user.role]}</td>
                  <ZoneCell own={user.timeZone} ofTeam={zone ?? general} />
                  <td className="r num c-goal" data-label="Goal">
                    {formatNumber(user.monthlyGoal)}
                  </td>
                  <td className="r c-acts">
                    <Button
                      variant="ghost"
                      size="sm"
                      className="btn-icon"
                      aria-label={`Move ${user.fullName} to another team`}
                      title="Move to another team"
                      onClick={() => setMoving([user])}
                    >
                      <Icon name="arrow-left-right" />
                    </Button>
                  </td>
                </tr>
              ))}
              {shown.length === 0 && (
                <tr className="lf-users-none">
                  <td colSpan={6}>{q ? 'No users found matching your search.' : 'No people here yet.'}</td>
                </tr>
              )}
            </tbody>
          ) : (
            <TableRowsSkeleton columns={cells} isChecked rows={4} />
          )}
        </Table>
      </div>
      {data && data.total > pageSize && <Pager total={data.total} page={page} pageSize={pageSize} onPage={setPage} />}
      {moving && (
        <MovePeopleDialog
          people={moving}
          from={teamId}
          teams={teams}
          onClose={() => setMoving(null)}
          onMoved={() => setSelected(new Map())}
        />
      )}
    </>
  );
}
