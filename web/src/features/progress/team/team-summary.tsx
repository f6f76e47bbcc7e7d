import { lazy, type ReactNode, Suspense } from 'react';
import { Card } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useTeamDays } from '../api';
import type { LeadListQuery } from '../counted-leads/lead-list-query.rules';
import { dayWords, monthWords, spanOf, type PeriodOffset } from '../calendar.rules';
import { HiddenTable } from './hidden-table';
import { readMeter } from '../meter.rules';
import { againstBefore, type ChartDay, chartOf } from './team-chart.rules';
import { type Member, summaryOf, workedByTeam } from './team.rules';

const TeamChart = lazy(async () => ({ default: (await import('./team-chart')).TeamChart }));

interface TeamSummaryProps {
  members: readonly Member[];
  elapsed: number;
  today: string;
  offset: PeriodOffset;
  onOpenList: (asked: LeadListQuery) => void;
}

/** Active members and total contacts of the month (docs/product/progress.md#team-summary), and the month day by day. */
export function TeamSummary({ members, elapsed, today, offset, onOpenList }: TeamSummaryProps) {
  const month = spanOf('month', today, offset);
  const before = spanOf('month', today, { ...offset, months: offset.months + 1 });
  const [days, earlier] = [useTeamDays(month), useTeamDays(before)];
  const failed = [days, earlier].filter(({ error, data }) => error && !data);
  const sum = summaryOf(members);
  const worked = workedByTeam(members, month);
  const { expected } = readMeter({ count: sum.contacts, target: sum.target }, elapsed, worked?.(elapsed));
  const ahead = sum.contacts - expected;
  const chart = days.data && earlier.data && chartOf(days.data, earlier.data, sum.target, today, worked);
  const monthBefore = monthWords(before.from).split(' ')[0] ?? '';
  const change = chart && againstBefore(chart);
  return (
    <Card as="section" aria-labelledby="team-summary">
      <Card.Header>
        <h2 className="h3 mb-0" id="team-summary">
          Team Summary
        </h2>
        <span className="end lf-key" aria-hidden="true">
          <Key className="lf-key-month">{offset.months === 0 ? 'This month' : monthWords(month.from)}</Key>
          <Key className="lf-key-pace">Pace</Key>
          <Key className="lf-key-before">{monthBefore}</Key>
        </span>
      </Card.Header>
      <Card.Body className="pb-2">
        <dl className="lf-stats mb-3">
          <Figure term="Active members" rest={`of ${formatNumber(sum.members)}`}>
            {formatNumber(sum.active)}
          </Figure>
          <Figure
            term={offset.months === 0 ? 'Total contacts this month' : `Total contacts in ${monthWords(month.from)}`}
            rest={`of ${formatNumber(sum.target)}`}
          >
            <button
              type="button"
              className="lf-number"
              aria-label={`${formatNumber(sum.contacts)} contacts: show the leads`}
              disabled={sum.contacts === 0}
              onClick={() => onOpenList({ kind: 'contacts', ...month })}
            >
              {formatNumber(sum.contacts)}
            </button>
          </Figure>
          <Figure term="Against pace" side={ahead < 0 ? 'behind' : 'ahead'} rest={ahead < 0 ? 'behind' : 'ahead'}>
            {formatNumber(Math.abs(ahead))}
          </Figure>
          <Figure term={`Against ${monthBefore}, same day`} side={change && (change.percent < 0 ? 'behind' : 'ahead')}>
            {change?.words ?? '–'}
          </Figure>
        </dl>
        {chart ? (
          <Suspense fallback={<Skeleton width="100%" className="lf-team-chart" />}>
            <TeamChart days={chart} />
          </Suspense>
        ) : failed[0] ? (
          <ErrorBlock
            title="The chart could not be loaded"
            error={failed[0].error}
            onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          />
        ) : (
          <Skeleton width="100%" className="lf-team-chart" />
        )}
        {chart && <DaysTable days={chart} month={monthWords(month.from)} monthBefore={monthBefore} />}
      </Card.Body>
    </Card>
  );
}

export const TeamSummarySkeleton = () => (
  <Card aria-busy="true">
    <Card.Header>
      <h2 className="h3 mb-0">Team Summary</h2>
    </Card.Header>
    <Card.Body className="pb-2">
      <div className="lf-stats mb-3">
        {[112, 160, 88, 136].map((width) => (
          <div key={width} className="lf-skeleton-lines lf-figure-skeleton">
            <Skeleton width={width} />
            <Skeleton shape="t" width={64} />
          </div>
        ))}
      </div>
      <Skeleton width="100%" className="lf-team-chart" />
    </Card.Body>
  </Card>
);

const DaysTable = ({ days, month, monthBefore }: { days: readonly ChartDay[]; month: string; monthBefore: string }) => (
  <HiddenTable
    caption={`Contacts of the team by day, ${month}`}
    head={['Day', 'Contacts', 'Total', 'Pace', `Total in ${monthBefore}`]}
    rows={days.map(({ day, count, total, pace, before }) => [
      dayWords(day),
      count ?? '–',
      total ?? '–',
      pace,
      before ?? '–',
    ])}
  />
);

const Key = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={className}>
    <i />
    {children}
  </span>
);

interface FigureProps {
  term: string;
  rest?: string;
  side?: 'ahead' | 'behind';
  children: ReactNode;
}

const Figure = ({ term, rest, side, children }: FigureProps) => (
  <div>
    <dt>{term}</dt>
    <dd className={side && `pace ${side}`}>
      {children} {rest && <small className="fs-6">{rest}</small>}
    </dd>
  </div>
);
