import { lazy, Suspense } from 'react';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('../features/session/change-password-dialog')).ChangePasswordDialog,
}));

/** Loads the dialog when it is opened, because the password rules are larger than the whole header. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <ChangePasswordDialog onClose={onClose} />
  </Suspense>
);
