import type { ownSession } from '@lead-finder/contracts';
import { Button } from 'react-bootstrap';
import type { z } from 'zod';
import { formatDateTime } from '../lib/dates';
import { deviceName } from './device-name.rules';
import { RelativeTime } from './relative-time';
import { Skeleton } from './skeleton';
import { ButtonSpinner } from './spinner';

export type ListedSession = z.infer<typeof ownSession>;

interface SessionListProps {
  label: string;
  /** Undefined while they load. */
  sessions: readonly ListedSession[] | undefined;
  /** The session that is being ended. */
  endingId?: string | undefined;
  onEnd: (session: ListedSession) => void;
}

/** A user's sessions, each with a button to end it. */
export function SessionList({ label, sessions, endingId, onEnd }: SessionListProps) {
  return (
    <ul tabIndex={-1} className="list-unstyled d-grid gap-3 mb-0" aria-busy={!sessions} aria-label={label}>
      {sessions
        ? sessions.map((session) => (
            <SessionLine key={session.id} session={session} isEnding={session.id === endingId} onEnd={onEnd} />
          ))
        : [0, 1].map((line) => <LoadingLine key={line} />)}
    </ul>
  );
}

interface SessionLineProps {
  session: ListedSession;
  isEnding: boolean;
  onEnd: (session: ListedSession) => void;
}

function SessionLine({ session, isEnding, onEnd }: SessionLineProps) {
  const { userAgent, address, current, createdAt, lastUsedAt } = session;
  const device = deviceName(userAgent);
  return (
    <li className="d-flex gap-3 align-items-center">
      <div className="flex-grow-1 overflow-hidden">
        <div className="d-flex gap-2 align-items-center">
          <b className="cut" title={userAgent}>
            {device}
          </b>
          {current && <span className="badge b-accent">This one</span>}
        </div>
        <div className="muted small text-break">
          {address} · signed in <RelativeTime moment={createdAt} /> · last used <RelativeTime moment={lastUsedAt} />
        </div>
      </div>
      <Button
        variant="outline-secondary"
        size="sm"
        className="flex-shrink-0"
        aria-label={`Sign out: ${device}, ${address}, signed in ${formatDateTime(createdAt)}`}
        disabled={isEnding}
        onClick={() => onEnd(session)}
      >
        {isEnding && <ButtonSpinner />}
        Sign out
      </Button>
    </li>
  );
}

const LoadingLine = () => (
  <li className="d-flex gap-3 align-items-center">
    <div className="flex-grow-1 lf-skeleton-lines">
      <Skeleton shape="t" width="40%" />
      <Skeleton width="75%" />
    </div>
    <Skeleton shape="btnish" width={72} />
  </li>
);
