import { lazy, Suspense } from 'react';

const SessionsDialog = lazy(async () => ({
  default: (await import('../features/session/sessions-dialog')).SessionsDialog,
}));

/** Loaded when it is opened. */
export const OwnSessions = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <SessionsDialog onClose={onClose} />
  </Suspense>
);
