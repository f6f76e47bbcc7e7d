import { lazy, Suspense } from 'react';

const CalendarDialog = lazy(async () => ({
  default: (await import('../features/my-day/calendar-dialog')).CalendarDialog,
}));

/** Loaded when it is opened. */
export const OwnCalendar = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <CalendarDialog onClose={onClose} />
  </Suspense>
);
