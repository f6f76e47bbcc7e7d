import { Button } from 'react-bootstrap';
import { formatDay } from '../../lib/dates';
import { Icon } from '../../ui/icon';
import { useToast } from '../../ui/toasts';
import { type Leave, useRemoveLeave } from './api';

interface LeaveListProps {
  leaves: readonly Leave[];
  onEdit: (leave: Leave) => void;
  onRemoved: () => void;
}

export function LeaveList({ leaves, onEdit, onRemoved }: LeaveListProps) {
  const toast = useToast();
  const remove = useRemoveLeave();
  if (leaves.length === 0) return <p className="muted">No leave is entered.</p>;
  const removeNow = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success('Leave removed');
        onRemoved();
      },
      onError: (error) => toast.failure(error, 'Error', 'Failed to remove the leave'),
    });
  return (
    <ul className="list-unstyled" aria-label="Leaves">
      {leaves.map((leave) => (
        <li key={leave.id} className="d-flex align-items-center gap-1 mb-1">
          <span className="flex-grow-1">
            <span className="num">{daysOf(leave)}</span>
            <span className="muted d-block small">
              {leave.standIn ? `${leave.standIn.fullName} stands in` : 'No stand-in'}
            </span>
          </span>
          <Button
            variant="ghost"
            size="sm"
            className="btn-icon"
            aria-label={`Change ${daysOf(leave)}`}
            onClick={() => onEdit(leave)}
          >
            <Icon name="pencil" />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="btn-icon del"
            aria-label={`Remove ${daysOf(leave)}`}
            disabled={remove.isPending}
            onClick={() => removeNow(leave.id)}
          >
            <Icon name="trash3" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

const daysOf = ({ from, to }: Leave): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
