import { Card } from 'react-bootstrap';
import { counted } from '../../../lib/numbers';
import { Skeleton } from '../../../ui/skeleton';
import { useMonth, useOwnWeek, useWeek } from '../api';
import '../progress.css';
import { type Reading, readMonth, readWeek } from '../meter.rules';

/** Heights of a bar in pixels. A day without a contact has a line. */
const maxBarHeight = 60;
const minBarHeight = 3;

/** The user's contacts of this week, day by day, and the progress towards the goal. */
export function WeekPanel() {
  const { data, isError } = useOwnWeek();
  const week = useWeek().data;
  const month = useMonth().data;
  if (isError) return null;
  return (
    <Card as="section" aria-label="This week">
      <Card.Header className="d-flex align-items-center">
        <h2 className="h3 mb-0">This week</h2>
        {week && (
          <span className="ms-auto small muted fw-normal">
            {week.count} of {counted(week.target, 'contact')}
          </span>
        )}
      </Card.Header>
      <Card.Body>
        {data ? <Days {...data} /> : <div className="lf-days" />}
        <p className="small soft mt-3 mb-0">
          {data && week ? weekWords(readWeek(week, data.today)) : <Skeleton width="80%" />}{' '}
          {data && month && monthWords(readMonth(month, data.today))}
        </p>
      </Card.Body>
    </Card>
  );
}

function Days({ today, days }: { today: string; days: { day: string; count: number }[] }) {
  const maxCount = Math.max(1, ...days.map(({ count }) => count));
  return (
    <ol className="lf-days list-unstyled mb-0">
      {days.map(({ day, count }) => (
        <li key={day} className={day === today ? 'on' : undefined} aria-current={day === today ? 'date' : undefined}>
          {day <= today && <b>{count}</b>}
          <i
            className={count === 0 ? 'none' : undefined}
            style={{ height: Math.max(minBarHeight, (maxBarHeight * count) / maxCount) }}
          />
          {weekday.format(new Date(`${day}T00:00:00Z`))}
        </li>
      ))}
    </ol>
  );
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function weekWords({ side, short }: Reading): string {
  if (side === 'done') return "The week's target is reached.";
  if (side === 'plain') return "You are on the week's pace.";
  return side === 'ahead' ? `${short} of the week's pace.` : `${short} the week's pace.`;
}

const monthWords = ({ side, expected, count }: Reading): string =>
  side === 'behind'
    ? `${counted(expected - count, 'more contact')} put${expected - count === 1 ? 's' : ''} the month back on pace.`
    : '';
