import { useEffect, useId, useRef, useState } from 'react';
import { Button, Form, ProgressBar } from 'react-bootstrap';
import { leadStatuses, type BulkJob, type LeadCount, type SelectableUser } from '@lead-finder/contracts';
import { counted, formatNumber } from '../../lib/numbers';
import { statusLabel } from '../../ui/lead-status';
import { Notice } from '../../ui/notice';
import { AssigneeSelect } from '../../ui/assignee-select';
import { type User, useColleagues, usePeople, useReassignAll, useReassignment, useStopReassignment } from './api';
import { useTeams } from './teams/api';

interface HandOverPanelProps {
  user: User;
  count: LeadCount;
  /** True while leads move, during which the user cannot be deleted. */
  onMoving: (moving: boolean) => void;
}

/** Offers to move a user's leads first, as a job that can be undone (docs/product/accounts.md#delete-a-user). */
export function HandOverPanel({ user, count, onMoving }: HandOverPanelProps) {
  const selectId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const people = usePeople();
  const { present, onLeave } = useColleagues(user);
  const hasTeams = (useTeams().data?.teams ?? []).length > 0;
  const pool = user.teamId ? 'the pool of the team' : 'the pool';
  const start = useReassignAll(user.id);
  const stop = useStopReassignment();
  const [to, setTo] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ jobId: number; to: string } | null>(null);
  const job = useReassignment(user.id, moved?.jobId ?? null);
  const isMoving = start.isPending || (moved !== null && !job?.finishedAt);

  const others = (people.data ?? []).filter(({ id }) => id !== user.id);
  const receiver = others.find(({ id }) => id === to);
  const move = (receivers: Parameters<typeof start.mutate>[0], name: string) => {
    // The button goes away, and the keyboard stays in the dialog.
    panel.current?.focus();
    start.mutate(receivers, { onSuccess: ({ id }) => setMoved({ jobId: id, to: name }) });
  };
  useEffect(() => onMoving(isMoving), [isMoving, onMoving]);

  if (isMoving) {
    const done = job ? job.done + job.failed : 0;
    return (
      <div ref={panel} tabIndex={-1}>
        <div className="d-flex align-items-baseline mb-2">
          Reassigning leads...
          <span className="ms-auto num muted">
            {formatNumber(done)} of {formatNumber(Math.max(count.leads, done))}
          </span>
        </div>
        <div className="progress">
          <ProgressBar isChild now={done} max={Math.max(count.leads, done, 1)} aria-label="Leads reassigned" />
        </div>
        {moved && (
          <Button variant="link" size="sm" className="px-0 mt-1" onClick={() => stop.mutate(moved.jobId)}>
            Stop
          </Button>
        )}
      </div>
    );
  }
  return (
    <div ref={panel} tabIndex={-1}>
      {job && moved && <MovedNotice job={job} to={moved.to} />}
      {count.leads > 0 && (
        <div>
          <Form.Label htmlFor={selectId}>Reassign the leads first</Form.Label>
          <div className="d-flex gap-2">
            <div className="flex-grow-1">
              <AssigneeSelect id={selectId} people={others} value={to} onChange={setTo} placeholder="Select a user" />
            </div>
            <Button
              className="flex-shrink-0"
              variant="outline-secondary"
              disabled={!receiver}
              onClick={() => receiver && move({ newUserId: receiver.id }, receiver.fullName)}
            >
              Reassign
            </Button>
          </div>
          {present.length > 0 && (
            <Button
              variant="link"
              className="px-0 mt-1"
              onClick={() => move({ newUserIds: present.map(({ id }) => id) }, namesOf(present))}
            >
              Share them evenly over the team ({counted(present.length, 'user')})
            </Button>
          )}
          {hasTeams && (
            <Button variant="link" className="px-0 mt-1 d-block" onClick={() => move('pool', pool)}>
              Return them to {pool}
            </Button>
          )}
          {onLeave.length > 0 && <p className="muted small mt-1 mb-0">{leaveWords(present, onLeave)}</p>}
          {hasTeams && <p className="muted small mt-1 mb-0">{statusWords(count)}</p>}
        </div>
      )}
    </div>
  );
}

const namesOf = (people: readonly SelectableUser[]): string =>
  people.length === 1 ? people[0]!.fullName : counted(people.length, 'user');

function leaveWords(present: readonly SelectableUser[], onLeave: readonly SelectableUser[]): string {
  if (present.length === 0)
    return 'The leads cannot be shared over the team, because everybody else in it is on leave.';
  const isOne = onLeave.length === 1;
  return `${namesOf(onLeave)} ${isOne ? 'is' : 'are'} on leave and ${isOne ? 'gets' : 'get'} none.`;
}

const statusWords = ({ byStatus = {} }: LeadCount): string =>
  leadStatuses
    .flatMap((status) => (byStatus[status] ? `${formatNumber(byStatus[status])} ${statusLabel(status)}` : []))
    .join(' · ');

const MovedNotice = ({ job: { action, done, failed }, to }: { job: BulkJob; to: string }) => (
  <Notice kind={failed > 0 ? 'warning' : 'success'}>
    {counted(done, 'lead')} {action === 'return-to-pool' ? 'returned' : 'reassigned'} to {to}.
    {failed > 0 && ` ${counted(failed, 'lead')} stayed, because ${to} cannot take them or has them already.`}
    {done > 0 && ' ‘Bulk Jobs’ on the list of leads takes this back.'}
  </Notice>
);
