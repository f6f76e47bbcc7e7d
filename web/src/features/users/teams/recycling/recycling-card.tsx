import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { counted } from '../../../../lib/numbers';
import { Icon } from '../../../../ui/icon';
import { SkeletonLines } from '../../../../ui/skeleton';
import { ErrorBlock } from '../../../../ui/state-block';
import type { TeamNode } from '../team-tree.rules';
import { type RecyclingRule, useRecyclingRules } from './api';
import { RecyclingDialog } from './recycling-dialog';

/** When untouched leads of a team go back to the pool (docs/product/recycling.md#rules). */
export function RecyclingCard({ team }: { team: TeamNode }) {
  const { data, error, refetch } = useRecyclingRules();
  const [isOpen, setOpen] = useState(false);
  const own = data?.rules.find(({ teamId }) => teamId === team.id);
  const above = data && inherited(team, data.rules);
  return (
    <Card as="section" aria-labelledby="recycling" className="mt-3">
      <Card.Header className="lf-team-head">
        <div>
          <h2 id="recycling">Fair recycling</h2>
          <div className="muted small fw-normal">Leads that nobody works go back to the pool of the team.</div>
        </div>
        <div className="end">
          <Button
            variant="outline-secondary"
            size="sm"
            aria-label="Edit fair recycling"
            disabled={!data}
            onClick={() => setOpen(true)}
          >
            <Icon name="pencil" />
            Edit
          </Button>
        </div>
      </Card.Header>
      {error && <ErrorBlock title="The rules could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card.Body>
          <SkeletonLines lines={1} />
        </Card.Body>
      )}
      {data && (
        <Card.Body>
          {ruleText(own ?? above?.rule)}{' '}
          {!own && <span className="muted">· {above ? `as ${above.team.name}` : 'as everywhere'}</span>}
        </Card.Body>
      )}
      {isOpen && data && <RecyclingDialog team={team} own={own} above={above?.rule} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** The rule of the nearest team above. */
function inherited({ parent }: TeamNode, rules: readonly RecyclingRule[]) {
  for (let team = parent; team; team = team.parent) {
    const rule = rules.find(({ teamId }) => teamId === team.id);
    if (rule) return { team, rule };
  }
  return undefined;
}

function ruleText(rule: RecyclingRule | undefined): string {
  if (!rule?.active) return 'Off';
  const { untouchedDays, remindDays, coolDownDays } = rule;
  return `After ${counted(untouchedDays, 'working day')} untouched, with a reminder ${counted(remindDays, 'working day')} before. The same user waits ${counted(coolDownDays, 'day')}.`;
}
