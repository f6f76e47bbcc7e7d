import { Alert } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { useMyDayCounts } from './api';
import { summaryOf } from './my-day.rules';

/** Above the list of somebody who works leads: what waits today. Nothing where nothing waits. */
export function MyDayWord() {
  const { data: day } = useMyDayCounts();
  if (!day || day.overdue + day.dueToday === 0) return null;
  return (
    <Alert variant="info" role="note" className="d-flex align-items-center gap-2">
      <Icon name="calendar-check" />
      <span className="flex-fill">{summaryOf(day)}</span>
      <Link className="btn btn-sm btn-outline-secondary" to={paths.myDay}>
        Open My day
      </Link>
    </Alert>
  );
}
