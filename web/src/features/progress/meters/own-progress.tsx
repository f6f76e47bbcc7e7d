import { Card } from 'react-bootstrap';
import { useUser } from '../../../lib/session';
import { useTimeZone } from '../../../lib/time-zone';
import { GoalBar } from '../../../ui/meter';
import { Skeleton } from '../../../ui/skeleton';
import { useMonth, useWeek } from '../api';
import type { LeadListQuery } from '../counted-leads/lead-list-query.rules';
import { dayIn, type Period, spanOf } from '../calendar.rules';
import { isLost, monthlyFailure, weeklyFailure } from '../load-failure';
import { type Reading, readMonth, readWeek } from '../meter.rules';
import { ScoreButton } from '../team/score-button';

/** The cards of the user's own goals, with the readings of the header meters. */
export function OwnProgress({ onOpenList }: { onOpenList: (asked: LeadListQuery) => void }) {
  const user = useUser();
  const today = dayIn(useTimeZone(), new Date());
  const week = useWeek();
  const month = useMonth();
  const ask = (period: Period) => () => onOpenList({ kind: 'contacts', userId: user.id, ...spanOf(period, today) });
  return (
    <div className="lf-own-cards">
      <GoalCard
        title="Your Weekly Progress"
        reading={week.data && readWeek(week.data, today)}
        failure={isLost(week) ? weeklyFailure : undefined}
        onOpenList={ask('week')}
      />
      <GoalCard
        title="Your Monthly Progress"
        reading={month.data && readMonth(month.data, today)}
        failure={isLost(month) ? monthlyFailure : undefined}
        onOpenList={ask('month')}
      />
    </div>
  );
}

interface GoalCardProps {
  title: string;
  reading?: Reading;
  failure?: string;
  onOpenList: () => void;
}

const GoalCard = ({ title, reading, failure, onOpenList }: GoalCardProps) => (
  <Card as="section" aria-label={title}>
    <Card.Body>
      <h2 className="h3 mb-2">{title}</h2>
      {failure && <p className="text-danger mb-0">{failure}</p>}
      {!failure && (reading ? <Goal {...reading} title={title} onOpenList={onOpenList} /> : <Skeleton width="60%" />)}
    </Card.Body>
  </Card>
);

function Goal({ title, onOpenList, ...reading }: Reading & { title: string; onOpenList: () => void }) {
  const { percent, worked, side, words, expected, target } = reading;
  return (
    <>
      <div className="lf-own-line">
        <ScoreButton score={{ ...reading, percentage: percent }} of={title} onOpenList={onOpenList} />
        <span className={`small pace ${side}`}>{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      </div>
      <GoalBar percent={percent} elapsed={worked} side={side} />
      <p className="small muted mt-2 mb-0">
        {expected} of {target} expected by now
      </p>
    </>
  );
}
