import { lazy, Suspense, useRef, useState } from 'react';
import { Button, Overlay } from 'react-bootstrap';
import { useCloseOnBack } from '../../lib/navigation-guard';
import { Icon } from '../../ui/icon';
import { useNotifications } from './api';
import { badgeText } from './notification.rules';
import { NotificationPanel } from './notification-panel';
import './notifications.css';

const NotificationSettingsDialog = lazy(async () => ({
  default: (await import('./notification-settings-dialog')).NotificationSettingsDialog,
}));

/** The bell with the unread count, and its panel. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const container = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { unread, refetch } = useNotifications();
  const close = () => setOpen(false);
  const dismiss = () => {
    close();
    button.current?.focus();
  };
  useCloseOnBack(isOpen, dismiss);
  return (
    // The panel follows its button in the document, so that Tab moves from one to the other.
    <span ref={container} className="d-inline-flex">
      <Button
        ref={button}
        variant="ghost"
        className="btn-icon"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        title="Notifications"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          if (!isOpen) void refetch();
          setOpen(!isOpen);
        }}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="lf-count" aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
      </Button>
      <Overlay show={isOpen} target={button} container={container} transition={false} rootClose onHide={close}>
        {/* The theme positions it at the edge of the page, or over the whole phone. */}
        {({ ref }) => (
          <NotificationPanel
            ref={ref}
            onLeave={close}
            onDismiss={dismiss}
            onSettings={() => {
              close();
              setChoosing(true);
            }}
          />
        )}
      </Overlay>
      {isChoosing && (
        <Suspense fallback={null}>
          <NotificationSettingsDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </span>
  );
}
