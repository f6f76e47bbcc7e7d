import { Card, Table } from 'react-bootstrap';
import { againstSum } from '../../../lib/goals';
import { formatNumber } from '../../../lib/numbers';
import { useTeamGoals } from '../api';
import { type Member, summaryOf } from './team.rules';

/** The month of each team that the user leads; nothing while there are none (docs/product/teams.md#goals). */
export function TeamGoals({ members, on }: { members: readonly Member[]; on: string }) {
  const goals = useTeamGoals(on).data ?? [];
  if (goals.length === 0) return null;
  const byId = new Map(members.map((member) => [member.user.id, member]));
  return (
    <Card as="section" aria-labelledby="team-goals">
      <Card.Header>
        <h2 className="h3 mb-0" id="team-goals">
          Goals of teams
        </h2>
      </Card.Header>
      <div className="lf-wrap">
        <Table className="mb-0">
          <thead>
            <tr>
              <th>Team</th>
              <th className="r">Contacts</th>
              <th>Goal</th>
            </tr>
          </thead>
          <tbody>
            {goals.map(({ id, name, goal, userIds }) => {
              const sum = summaryOf(userIds.flatMap((userId) => byId.get(userId) ?? []));
              return (
                <tr key={id}>
                  <td>{name}</td>
                  <td className="r num">{formatNumber(sum.contacts)}</td>
                  <td>
                    <span className="num">{formatNumber(goal ?? sum.target)}</span>{' '}
                    <span className="muted">· {againstSum(goal, sum.target)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}
