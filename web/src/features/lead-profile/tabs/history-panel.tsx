import type { UseQueryResult } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/dates';
import { Icon } from '../../../ui/icon';
import { CardSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { assignmentTitle } from '../../../lib/assignment-title';
import type { HistoryEntry } from '../api';
import { reasonOf } from '../calls.rules';

/** The server returns the newest entry last; the page shows it first. */
export function HistoryPanel({ history }: { history: UseQueryResult<HistoryEntry[]> }) {
  const { data: entries, error, refetch } = history;
  if (!entries) {
    if (!error) return <CardSkeleton lines={2} />;
    return (
      <ErrorBlock title="Assignment history could not be loaded" error={error} onRetry={() => void refetch()}>
        {reasonOf(error)}
      </ErrorBlock>
    );
  }
  if (entries.length === 0) return <p className="muted mb-0">No assignment history available</p>;
  return (
    <ol className="lf-timeline" aria-label="Assignment history">
      {entries.toReversed().map((entry) => (
        <Entry key={entry.history.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry: { history, previousUser, newUser, changedBy } }: { entry: HistoryEntry }) {
  const isReturned = history.kind === 'returned';
  return (
    <li>
      <span className="lf-dot">
        <Icon name={isReturned ? 'inbox' : previousUser ? 'arrow-left-right' : 'person-plus'} />
      </span>
      <div>
        <b className="text-break">
          {assignmentTitle({
            from: previousUser?.username ?? null,
            to: newUser.username,
            by: changedBy.username,
            move: history.kind,
            reason: history.reason,
          })}
        </b>
        <div className="muted">
          {formatDateTime(history.createdAt)} · by {changedBy.username}
        </div>
        {history.notes && <p className="soft lf-written">{history.notes}</p>}
      </div>
    </li>
  );
}
