import type { NotificationSwitch } from '@lead-finder/contracts';
import { isLeader, useUser } from '../../lib/session';
import { Modal } from '../../ui/modal';
import { ErrorBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { useChangeSettings, useNotificationSettings } from './api';
import { ChoiceSwitch } from './choice-switch';
import { notificationTypes } from './notification.rules';
import { PushChoice } from './push-choice';

interface Choice {
  kind: NotificationSwitch;
  label: string;
  hint: string;
  /** Only users who lead the team get it. */
  forLeaders?: boolean;
}

const bellChoices = Object.entries(notificationTypes).flatMap(([kind, { label, hint }]) =>
  label && hint ? [{ kind: kind as NotificationSwitch, label, hint }] : [],
);
const byMail: readonly Choice[] = [
  { kind: 'daily_summary', label: 'Daily summary', hint: 'Every morning at 7:00, when there is something to tell' },
  { kind: 'job_mail', label: 'End of long work', hint: 'An import, bulk action, export or area search of yours ended' },
  { kind: 'monday_brief', label: 'Monday brief', hint: 'The team’s last week, Mondays at 8:00', forLeaders: true },
];

/** Chooses what the user is notified of. Each switch applies at once. */
export function NotificationSettingsDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const toast = useToast();
  const { data, error, refetch } = useNotificationSettings();
  const change = useChangeSettings();
  const choose = (kind: NotificationSwitch, isOn: boolean) =>
    change.mutate(
      { [kind]: isOn },
      { onError: (failure) => toast.failure(failure, 'Error', 'Failed to save your settings') },
    );
  const choices = (title: string, all: readonly Choice[]) => (
    <fieldset className="lf-choices">
      <legend>{title}</legend>
      {all
        .filter(({ forLeaders }) => !forLeaders || isLeader(user))
        .map(({ kind, label, hint }) => (
          <ChoiceSwitch
            key={kind}
            label={label}
            hint={hint}
            isOn={data?.[kind]}
            onChoose={(isOn) => choose(kind, isOn)}
          />
        ))}
    </fieldset>
  );
  return (
    <Modal show centered onHide={onClose} aria-labelledby="notification-settings-title">
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="notification-settings-title">
          Notification settings
        </Modal.Title>
      </Modal.Header>
      <Modal.Body aria-busy={!data && !error}>
        {error && !data ? (
          <ErrorBlock title="Your settings could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            {choices('In the bell', bellChoices)}
            <PushChoice />
            {choices('By mail', byMail)}
          </>
        )}
      </Modal.Body>
    </Modal>
  );
}
