import { lazy, Suspense } from 'react';
import { Card } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import { Bone } from '../../ui/skeleton';
import { readMeter } from './meter.rules';
import { type Member, summaryOf } from './team.rules';

const ProgressChart = lazy(async () => ({ default: (await import('./progress-chart')).ProgressChart }));

/** Bars beyond these would be hairs; the cards below have everybody. */
const chartedMembers = 12;

/** Active members and total contacts this month (specification section 2), with each member's bars. */
export function TeamSummary({ members, elapsed }: { members: readonly Member[]; elapsed: number }) {
  const sum = summaryOf(members);
  const { expected } = readMeter({ count: sum.contacts, target: sum.target }, elapsed);
  const ahead = sum.contacts - expected;
  const charted = [...members].sort((a, b) => b.scores.month.count - a.scores.month.count).slice(0, chartedMembers);
  return (
    <Card as="section" aria-labelledby="team-summary">
      <Card.Header>
        <h2 className="h3 mb-0" id="team-summary">
          Team Summary
        </h2>
        <span className="end lf-key" aria-hidden="true">
          <span className="lf-key-week">
            <i />
            This Week
          </span>
          <span className="lf-key-last-week">
            <i />
            Last Week
          </span>
          <span className="lf-key-month">
            <i />
            This Month
          </span>
        </span>
      </Card.Header>
      <Card.Body className="pb-2">
        <dl className="lf-stats mb-3">
          <Figure term="Active members" value={formatNumber(sum.active)} rest={`of ${formatNumber(sum.members)}`} />
          <Figure
            term="Total contacts this month"
            value={formatNumber(sum.contacts)}
            rest={`of ${formatNumber(sum.target)}`}
          />
          <div>
            <dt>Against pace</dt>
            <dd className={`pace ${ahead < 0 ? 'behind' : 'ahead'}`}>
              {formatNumber(Math.abs(ahead))} <small className="fs-6">{ahead < 0 ? 'behind' : 'ahead'}</small>
            </dd>
          </div>
        </dl>
        <Suspense fallback={<Bone width="100%" className="lf-team-chart" />}>
          <ProgressChart members={charted} />
        </Suspense>
        {members.length > charted.length && (
          <p className="small muted mb-1">
            The {chartedMembers} with most contacts this month, of {formatNumber(members.length)}.
          </p>
        )}
      </Card.Body>
    </Card>
  );
}

const Figure = ({ term, value, rest }: { term: string; value: string; rest: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>
      {value} <small className="fs-6">{rest}</small>
    </dd>
  </div>
);
