import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { deviceStore } from '../../lib/browser-store';
import { Notice } from '../../ui/notice';
import { useToast } from '../../ui/toasts';
import { useSetTimeZone } from './api';

const asked = (userId: number) => deviceStore<string | null>(`asked-time-zone.${userId}`, null);

/** Offers the time zone of the device, once for each. */
export function TimeZoneNotice({ userId, device }: { userId: number; device: string }) {
  const toast = useToast();
  const set = useSetTimeZone();
  const [isAsked, setAsked] = useState(() => asked(userId).read() === device);
  const close = () => {
    asked(userId).write(device);
    setAsked(true);
  };
  if (isAsked) return null;
  const use = () =>
    set.mutate(device, {
      onSuccess: close,
      onError: (error) => toast.failure(error, 'Error', 'Failed to save your time zone'),
    });
  return (
    <Notice
      kind="info"
      icon="clock"
      role="note"
      action={
        <span className="d-flex gap-2">
          <Button size="sm" disabled={set.isPending} onClick={use}>
            Use it
          </Button>
          <Button size="sm" variant="outline-secondary" disabled={set.isPending} onClick={close}>
            Not now
          </Button>
        </span>
      }
    >
      Your device is in {device}. Use this time zone?
    </Notice>
  );
}
