import { Card } from 'react-bootstrap';
import { useUser } from '../../lib/session';
import { useSettings } from '../../lib/settings';
import { GoalBar } from '../../ui/meter';
import { Bone } from '../../ui/skeleton';
import { useMonth, useWeek } from './api';
import type { Asked } from './asked-list.rules';
import { dayIn, type Period, spanOf } from './calendar.rules';
import { isLost, monthlyFailure, weeklyFailure } from './load-failure';
import { type Reading, readMonth, readWeek } from './meter.rules';
import { ScoreButton } from './score-button';

/** The cards of one's own goals; they share the header's readings. */
export function OwnProgress({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const user = useUser();
  const today = dayIn(useSettings()?.timeZone, new Date());
  const week = useWeek();
  const month = useMonth();
  const ask = (period: Period) => () => onAsk({ kind: 'contacts', userId: user.id, ...spanOf(period, today) });
  return (
    <div className="lf-own-cards">
      <GoalCard
        title="Your Weekly Progress"
        reading={week.data && readWeek(week.data, today)}
        failure={isLost(week) ? weeklyFailure : undefined}
        onAsk={ask('week')}
      />
      <GoalCard
        title="Your Monthly Progress"
        reading={month.data && readMonth(month.data, today)}
        failure={isLost(month) ? monthlyFailure : undefined}
        onAsk={ask('month')}
      />
    </div>
  );
}

interface GoalCardProps {
  title: string;
  reading?: Reading;
  failure?: string;
  onAsk: () => void;
}

const GoalCard = ({ title, reading, failure, onAsk }: GoalCardProps) => (
  <Card as="section" aria-label={title}>
    <Card.Body>
      <h2 className="h3 mb-2">{title}</h2>
      {failure && <p className="text-danger mb-0">{failure}</p>}
      {!failure && (reading ? <Goal {...reading} title={title} onAsk={onAsk} /> : <Bone width="60%" />)}
    </Card.Body>
  </Card>
);

function Goal({ title, onAsk, ...reading }: Reading & { title: string; onAsk: () => void }) {
  const { percent, elapsed, side, words, expected, target } = reading;
  return (
    <>
      <div className="lf-own-line">
        <ScoreButton score={{ ...reading, percentage: percent }} of={title} onAsk={onAsk} />
        <span className={`small pace ${side}`}>{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      </div>
      <GoalBar percent={percent} elapsed={elapsed} side={side} />
      <p className="small muted mt-2 mb-0">
        {expected} of {target} expected by now
      </p>
    </>
  );
}
