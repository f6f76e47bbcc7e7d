import { lazy, Suspense } from 'react';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('../features/session/change-password-dialog')).ChangePasswordDialog,
}));

/** Fetched when it is opened: the rules for passwords weigh more than the whole header. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <ChangePasswordDialog onClose={onClose} />
  </Suspense>
);
