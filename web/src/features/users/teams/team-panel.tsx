import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { againstSum } from '../../../lib/goals';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { useSettings } from '../../../lib/settings';
import { Avatar } from '../../../ui/avatar';
import { Icon } from '../../../ui/icon';
import { MenuItem, MoreActions } from '../../../ui/menu';
import { AddPeopleDialog } from './add-people-dialog';
import type { TeamTree } from './api';
import { useHolidayLists } from './holidays/api';
import { PeopleList } from './people-list';
import { daysText, type TeamNode, usualDays } from './team-tree.rules';
import type { TeamDialog } from './team-dialogs';

interface TeamPanelProps {
  team: TeamNode;
  tree: TeamTree;
  teams: readonly TeamNode[];
  onOpen: (dialog: TeamDialog) => void;
}

/** One team: what it is, and its people. */
export function TeamPanel({ team, tree, teams, onOpen }: TeamPanelProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card as="section" aria-labelledby="team-name">
      <Card.Header className="lf-team-head">
        <div className="text-break">
          <div className="muted small fw-normal">{team.names.slice(0, -1).join(' › ') || 'Top level'}</div>
          <h2 id="team-name">{team.name}</h2>
        </div>
        <div className="end d-flex gap-2">
          <Button variant="outline-secondary" size="sm" onClick={() => onOpen({ kind: 'move', team })}>
            <Icon name="arrows-move" />
            Move
          </Button>
          <Button variant="outline-secondary" size="sm" onClick={() => onOpen({ kind: 'edit', team })}>
            <Icon name="pencil" />
            Edit
          </Button>
          <MoreActions of={team.name}>
            <MenuItem icon="plus-lg" label="Add team below" onClick={() => onOpen({ kind: 'create', parent: team })} />
            <MenuItem icon="trash3" label="Remove team" onClick={() => onOpen({ kind: 'remove', team })} />
          </MoreActions>
        </div>
      </Card.Header>
      <Card.Body className="border-bottom">
        <dl className="lf-stats mb-3">
          <Stat label="People in the branch" value={team.people} />
          {team.openLeads !== undefined && <Stat label="Open leads" value={team.openLeads} />}
          <Stat label="Teams directly below" value={team.children.length} />
        </dl>
        <TeamFacts team={team} managers={tree.managers} />
      </Card.Body>
      <div className="d-flex align-items-center px-3 py-2">
        <h3>
          Members <span className="muted fw-normal num">{formatNumber(team.members)}</span>
        </h3>
        <Button variant="ghost" size="sm" className="ms-auto" onClick={() => setAdding(true)}>
          <Icon name="person-plus" />
          Add people
        </Button>
      </div>
      <PeopleList key={team.id} teamId={team.id} zone={team.zone} teams={teams} />
      {isAdding && <AddPeopleDialog team={team} onClose={() => setAdding(false)} />}
    </Card>
  );
}

const Stat = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
);

function TeamFacts({ team, managers }: { team: TeamNode; managers: TeamTree['managers'] }) {
  const general = useSettings()?.timeZone;
  const lists = useHolidayLists().data;
  const own = managers.filter(({ id }) => team.managerIds.includes(id));
  return (
    <dl className="lf-facts">
      <div className="lf-fact">
        <dt>Parent</dt>
        <dd>{team.parent ? <Link to={paths.teams(team.parent.id)}>{team.parent.name}</Link> : 'None'}</dd>
      </div>
      <div className="lf-fact">
        <dt>Managers</dt>
        <dd className="flex-wrap py-1">
          {own.length === 0 && <span className="muted">None</span>}
          {own.map(({ id, fullName, active }) => (
            <span className="lf-avatar-name" key={id}>
              <Avatar name={fullName} id={id} />
              <span className="cut" title={fullName}>
                {fullName}
              </span>
              {active === false && <span className="muted">· deactivated</span>}
            </span>
          ))}
        </dd>
      </div>
      <div className="lf-fact">
        <dt>Time zone</dt>
        <dd>
          <span className="text-break">
            {team.zone ?? general}{' '}
            {team.timeZone === null && <From team={team} has={(each) => each.timeZone !== null} />}
          </span>
        </dd>
      </div>
      <div className="lf-fact">
        <dt>Working days</dt>
        <dd>
          <span>
            {daysText(team.days ?? usualDays)}{' '}
            {team.workingDays === null && <From team={team} has={(each) => each.workingDays !== null} />}
          </span>
        </dd>
      </div>
      {lists && lists.length > 0 && (
        <div className="lf-fact full">
          <dt>Holidays</dt>
          <dd>
            <span className="text-break">
              {lists.find(({ id }) => id === team.holidays)?.name ?? 'None'}{' '}
              {team.holidayListId == null && team.holidays !== null && (
                <From team={team} has={(each) => each.holidayListId != null} />
              )}
            </span>
          </dd>
        </div>
      )}
      <div className="lf-fact full">
        <dt>Goal</dt>
        <dd>
          <span className="num">
            {formatNumber(team.goal ?? team.goals)} a month{' '}
            <span className="muted">· {againstSum(team.goal, team.goals)}</span>
          </span>
        </dd>
      </div>
    </dl>
  );
}

/** Names the team above that a setting comes from. */
function From({ team, has }: { team: TeamNode; has: (team: TeamNode) => boolean }) {
  let above = team.parent;
  while (above && !has(above)) above = above.parent;
  return <span className="muted">· {above ? `as ${above.name}` : 'as everywhere'}</span>;
}
