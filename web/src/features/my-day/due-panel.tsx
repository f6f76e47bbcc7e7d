import { Button, Card } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { phoneLink } from '../../lib/links';
import { paths } from '../../lib/paths';
import { useTimeZone } from '../../lib/time-zone';
import { activityStyles } from '../../ui/activity-styles';
import { CountBadge, ToneBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import type { DueFollowUp } from './api';
import { isLate, lateText, whenOf } from './my-day.rules';

interface DuePanelProps {
  title: 'Overdue' | 'Due today';
  count: number;
  followUps: readonly DueFollowUp[];
  onDone: (followUp: DueFollowUp) => void;
}

export function DuePanel({ title, count, followUps, onDone }: DuePanelProps) {
  const timeZone = useTimeZone();
  if (count === 0) return null;
  return (
    <Card as="section" aria-label={title}>
      <Card.Header as="h2" className="h3">
        {title} {title === 'Overdue' ? <ToneBadge tone="bad">{count}</ToneBadge> : <CountBadge>{count}</CountBadge>}
      </Card.Header>
      {followUps.map((followUp) => (
        <DueRow key={followUp.activity.id} followUp={followUp} timeZone={timeZone} onDone={() => onDone(followUp)} />
      ))}
    </Card>
  );
}

function DueRow({ followUp, timeZone, onDone }: { followUp: DueFollowUp; timeZone?: string; onDone: () => void }) {
  const { lead, activity, daysLate, standsInFor } = followUp;
  return (
    <div className="lf-due" data-row>
      <span className="lf-dot" title={activityStyles[activity.type].label}>
        <Icon name={activityStyles[activity.type].icon} />
      </span>
      <div className="lf-due-lead">
        <Link className="fw-semibold text-reset cut d-block" to={paths.lead(lead)} title={lead.name}>
          {lead.name}
        </Link>
        <div className="muted cut">
          {isLate(followUp) && <span className="late">{lateText(daysLate)}</span>}
          {isLate(followUp) && ' · '}
          {standsInFor && <ToneBadge tone="accent">for {standsInFor.fullName}</ToneBadge>} {activity.description}
        </div>
      </div>
      <span className="when soft num">{whenOf(followUp, timeZone)}</span>
      <span className="st">
        <StatusPill status={lead.status} />
      </span>
      <span className="acts d-flex gap-1">
        {lead.phone && (
          <a
            className="btn btn-ghost btn-sm btn-icon hide-sm"
            aria-label={`Call ${lead.name}`}
            title={lead.phone}
            href={phoneLink(lead.phone)}
          >
            <Icon name="telephone" />
          </a>
        )}
        <Button variant="outline-secondary" size="sm" aria-label={`Done: ${lead.name}`} onClick={onDone}>
          <Icon name="check2" />
          <span className="lbl">Done</span>
        </Button>
      </span>
    </div>
  );
}
