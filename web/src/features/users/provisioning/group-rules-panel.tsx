import { roles, type PlaceChange, type Provisioning } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, Form, Table } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { roleLabels } from '../role-label';
import { useTeams } from '../teams/api';
import { TeamSelect } from '../teams/team-select';
import { type GroupRule, usePreview, useSaveRules } from './api';

interface GroupRulesPanelProps {
  id: number;
  provisioning: Pick<Provisioning, 'groups' | 'rules'>;
}

/** The table of groups with their roles and teams, and who becomes what by it before it is saved. */
export function GroupRulesPanel({ id, provisioning: { groups, rules } }: GroupRulesPanelProps) {
  const [rows, setRows] = useState<GroupRule[]>(rules);
  const preview = usePreview(id);
  const save = useSaveRules(id);
  const teams = useTeams().forest?.all ?? [];
  const free = groups.filter((group) => !rows.some(({ groupId }) => groupId === group.id));
  const change = (next: GroupRule[]) => {
    setRows(next);
    preview.reset();
  };
  const edit = (at: number, fields: Partial<GroupRule>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...fields } : row)));
  return (
    <Card as="section" aria-label="Role and team by group">
      <Card.Body>
        <h2 className="h5">Role and team by group</h2>
        <p className="form-text mt-0 mb-3">
          The first row whose group a user is in gives role and team. A user who leaves the last of these groups becomes
          User. Without rows, you give roles and teams here.
        </p>
        {groups.length === 0 && <p className="muted mb-2">The provider has sent no groups yet.</p>}
        {rows.map((row, at) => {
          const group = groups.find((each) => each.id === row.groupId);
          return (
            <div className="row g-2 mb-2 align-items-center" key={row.groupId}>
              <div className="col-12 col-md-4 text-break">
                {group?.name} <span className="muted small">{counted(group?.members ?? 0, 'member')}</span>
              </div>
              <div className="col-5 col-md-3">
                <Form.Select
                  aria-label={`Role of ${group?.name}`}
                  value={row.role}
                  onChange={(event) => edit(at, { role: event.target.value as GroupRule['role'] })}
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {roleLabels[role]}
                    </option>
                  ))}
                </Form.Select>
              </div>
              <div className="col-5 col-md-4">
                <TeamSelect
                  label={`Team of ${group?.name}`}
                  teams={teams}
                  value={row.teamId}
                  onChange={(teamId) => edit(at, { teamId })}
                  placeholder="Team stays"
                />
              </div>
              <div className="col-2 col-md-1">
                <Button
                  variant="outline-secondary"
                  aria-label={`Remove ${group?.name}`}
                  onClick={() => change(rows.filter((each) => each !== row))}
                >
                  <Icon name="x-lg" />
                </Button>
              </div>
            </div>
          );
        })}
        {free.length > 0 && (
          <Form.Select
            className="mb-3"
            aria-label="Add a group"
            value=""
            onChange={(event) => change([...rows, { groupId: Number(event.target.value), role: 'user', teamId: null }])}
          >
            <option value="">Add a group</option>
            {free.map((group) => (
              <option key={group.id} value={group.id}>
                {group.name}
              </option>
            ))}
          </Form.Select>
        )}
        {preview.data && <Preview {...preview.data} />}
        <div className="d-flex flex-wrap gap-2">
          <Button variant="outline-secondary" disabled={preview.isPending} onClick={() => preview.mutate(rows)}>
            Show who becomes what
          </Button>
          <Button disabled={!preview.data || save.isPending} onClick={() => save.mutate(rows)}>
            Save
          </Button>
        </div>
        {!preview.data && <p className="form-text mb-0">You can save after you have seen who becomes what.</p>}
      </Card.Body>
    </Card>
  );
}

const placeOf = ({ role, team }: PlaceChange['before']) => `${roleLabels[role]}, ${team ?? 'no team'}`;

function Preview({ total, changes }: { total: number; changes: PlaceChange[] }) {
  if (total === 0) return <p role="status">No user gets another role or team.</p>;
  return (
    <div role="status" className="my-3">
      <p>
        {counted(total, 'user')} {total === 1 ? 'gets' : 'get'} another role or team.
        {total > changes.length && ` The first ${changes.length}:`}
      </p>
      <div className="lf-wrap">
        <Table className="lf-stack columns" aria-label="Who becomes what">
          <thead>
            <tr>
              <th>User</th>
              <th>Now</th>
              <th>Then</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ id, fullName, username, before, after }) => (
              <tr key={id}>
                <td data-label="User">
                  {fullName} <span className="muted small">{username}</span>
                </td>
                <td data-label="Now">{placeOf(before)}</td>
                <td data-label="Then">{placeOf(after)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}
