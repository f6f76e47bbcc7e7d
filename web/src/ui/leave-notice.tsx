import type { UserSummary } from '@lead-finder/contracts';
import { Button } from 'react-bootstrap';
import { formatMonthDay } from '../lib/dates';
import { Notice } from './notice';
import type { UserOption } from './user-select';

interface LeaveNoticeProps {
  /** The chosen user. */
  user: UserOption | undefined;
  mayChoose: (standIn: UserSummary) => boolean;
  onChoose: (standIn: UserSummary) => void;
}

/** Warns who gives leads to a person on leave, and offers the stand-in (docs/product/teams.md#leave). */
export function LeaveNotice({ user, mayChoose, onChoose }: LeaveNoticeProps) {
  if (!user?.leave) return null;
  const { until, standIn } = user.leave;
  return (
    <Notice
      kind="warning"
      icon="calendar-x"
      className="mt-2 mb-0"
      action={
        standIn &&
        mayChoose(standIn) && (
          <Button variant="link" size="sm" className="p-0 text-nowrap" onClick={() => onChoose(standIn)}>
            Choose {standIn.fullName}
          </Button>
        )
      }
    >
      {user.fullName || user.username} is on leave until {formatMonthDay(until)}.
      {standIn && ` ${standIn.fullName} stands in.`}
    </Notice>
  );
}
