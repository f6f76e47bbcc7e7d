import { type ComponentType, lazy, Suspense } from 'react';

type OwnDialogProps = { onClose: () => void };

/** Loads a dialog when it is opened. The password rules alone are larger than the whole header. */
const loaded = (load: () => Promise<ComponentType<OwnDialogProps>>) => lazy(async () => ({ default: await load() }));

/** The dialogs of a user's own account, in the order of the menus. */
export const ownDialogs = [
  {
    label: 'Change password',
    icon: 'key',
    Dialog: loaded(async () => (await import('../features/session/change-password-dialog')).ChangePasswordDialog),
  },
  {
    label: 'Sign-in security',
    icon: 'shield-lock',
    Dialog: loaded(async () => (await import('../features/session/security/security-dialog')).SecurityDialog),
  },
  {
    label: 'Notification settings',
    icon: 'bell',
    Dialog: loaded(
      async () => (await import('../features/notifications/notification-settings-dialog')).NotificationSettingsDialog,
    ),
  },
  {
    label: 'Calendar',
    icon: 'calendar-event',
    Dialog: loaded(async () => (await import('../features/my-day/calendar-dialog')).CalendarDialog),
  },
  {
    label: 'Time zone',
    icon: 'clock',
    Dialog: loaded(async () => (await import('../features/session/time-zone-dialog')).TimeZoneDialog),
  },
  {
    label: 'Leave',
    icon: 'calendar-x',
    Dialog: loaded(async () => (await import('../features/leave/leave-dialog')).LeaveDialog),
  },
  {
    label: 'Where you are signed in',
    icon: 'laptop',
    Dialog: loaded(async () => (await import('../features/session/sessions-dialog')).SessionsDialog),
  },
] as const;
export type OwnDialogChoice = (typeof ownDialogs)[number];

/** Shows the chosen dialog; null shows none. */
export const OwnDialog = ({ chosen, onClose }: { chosen: OwnDialogChoice | null } & OwnDialogProps) =>
  chosen && (
    <Suspense fallback={null}>
      <chosen.Dialog onClose={onClose} />
    </Suspense>
  );
