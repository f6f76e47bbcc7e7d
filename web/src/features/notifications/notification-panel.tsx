import type { Notification } from '@lead-finder/contracts';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/numbers';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { Skeleton } from '../../ui/skeleton';
import { ButtonSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { SnoozeButtons } from '../../ui/snooze-buttons';
import { useToast } from '../../ui/toasts';
import { useMarkRead, useNotifications, useSnooze } from './api';
import { styleOf, linkOf } from './notification.rules';

interface NotificationPanelProps {
  ref: Ref<HTMLElement>;
  /** Called when the user follows a notification. */
  onLeave: () => void;
  /** Called on Escape or Close. The focus returns to the bell. */
  onDismiss: () => void;
  onSettings: () => void;
}

export function NotificationPanel({ ref, onLeave, onDismiss, onSettings }: NotificationPanelProps) {
  const { notifications, unread, data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications();
  const { mutate: markRead, isPending, variables } = useMarkRead();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const follow = ({ id, read }: Notification) => {
    if (!read) markRead(id);
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDismiss();
  };
  return (
    <section ref={ref} className="lf-panel" role="dialog" aria-labelledby="notifications-title" onKeyDown={onKeyDown}>
      <header>
        <h2 className="h3" id="notifications-title" ref={heading} tabIndex={-1}>
          Notifications
        </h2>
        {unread > 0 && <span className="badge b-accent">{formatNumber(unread)} unread</span>}
        <Button
          variant="ghost"
          size="sm"
          className="ms-auto"
          disabled={unread === 0 || (isPending && variables === 'all')}
          onClick={() => markRead('all')}
        >
          Mark all read
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label="Notification settings"
          title="Notification settings"
          onClick={onSettings}
        >
          <Icon name="gear" />
        </Button>
        <Button variant="ghost" size="sm" className="btn-icon hide-lg" aria-label="Close" onClick={onDismiss}>
          <Icon name="x-lg" />
        </Button>
      </header>
      {error && !data ? (
        <ErrorBlock title="Notifications could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data && notifications.length === 0 ? (
        <StateBlock icon="bell" title="No notifications">
          New leads, finished imports and due follow-ups show here.
        </StateBlock>
      ) : (
        <ul className="lf-notes" aria-busy={!data}>
          {!data && <NotesSkeleton />}
          {notifications.map((one) => (
            <li key={one.id}>
              <Note notification={one} onFollow={() => follow(one)} />
              {one.dueFollowUpId && <NoteSnooze notification={one} followUpId={one.dueFollowUpId} />}
            </li>
          ))}
          {hasNextPage && (
            <li className="lf-notes-more">
              <Button
                variant="outline-secondary"
                size="sm"
                disabled={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage && <ButtonSpinner />}
                Load more
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Note({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { title, message, read, createdAt } = notification;
  const { icon, side } = styleOf(notification);
  return (
    <Link className={`lf-note ${read ? '' : 'unread'}`.trimEnd()} to={linkOf(notification)} onClick={onFollow}>
      <span className={`lf-dot ${(!read && side) || ''}`.trimEnd()}>
        <Icon name={icon} />
      </span>
      <span className="d-block text-break">
        <b>{title}</b>
        <span className="soft d-block">{message}</span>
        <RelativeTime className="muted small mt-1 d-block" moment={createdAt} />
      </span>
      <span>
        {!read && (
          <>
            <span className="pip d-block" />
            <span className="visually-hidden">Unread</span>
          </>
        )}
      </span>
    </Link>
  );
}

function NoteSnooze({ notification, followUpId }: { notification: Notification; followUpId: number }) {
  const toast = useToast();
  const markRead = useMarkRead();
  const snooze = useSnooze();
  return (
    <div className="lf-note-snooze">
      <SnoozeButtons
        name={notification.message}
        disabled={snooze.isPending}
        onSnooze={(by) =>
          snooze.mutate(
            { followUpId, snooze: by },
            {
              onSuccess: () => {
                if (!notification.read) markRead.mutate(notification.id);
                toast.success('Follow-up updated');
              },
              onError: (error) => toast.failure(error, 'The follow-up could not be saved', 'Try again.'),
            },
          )
        }
      />
    </div>
  );
}

const NotesSkeleton = () => (
  <>
    {[64, 48, 56].map((width) => (
      <li key={width} className="lf-note">
        <span className="lf-dot" />
        <span className="d-grid gap-2 py-1">
          <Skeleton shape="t" width={`${width}%`} />
          <Skeleton width="80%" />
        </span>
      </li>
    ))}
  </>
);
