import { lazy, Suspense } from 'react';

const NotificationSettingsDialog = lazy(async () => ({
  default: (await import('../features/notifications/notification-settings-dialog')).NotificationSettingsDialog,
}));

/** Loaded when it is opened. */
export const NotificationChoices = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <NotificationSettingsDialog onClose={onClose} />
  </Suspense>
);
