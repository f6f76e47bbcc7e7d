import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Notice } from '../../ui/notice';
import { useMyDayCounts } from './api';
import { summaryOf } from './my-day.rules';

/** Above the CRM list: what is due today. Renders nothing if nothing is due. */
export function MyDaySummary() {
  const { data: day } = useMyDayCounts();
  if (!day || day.overdue + day.dueToday === 0) return null;
  return (
    <Notice
      kind="info"
      role="note"
      icon="calendar-check"
      className="align-items-center"
      action={
        <Link className="btn btn-sm btn-outline-secondary" to={paths.myDay}>
          Open My day
        </Link>
      }
    >
      {summaryOf(day)}
    </Notice>
  );
}
