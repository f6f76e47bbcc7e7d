import { useId, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { useUser } from '../../lib/session';
import { otherDeviceZone, useTimeZone } from '../../lib/time-zone';
import { FormDialog } from '../../ui/dialogs';
import { useToast } from '../../ui/toasts';
import { ZoneSelect } from '../../ui/zone-select';
import { useSetTimeZone } from './api';

/** Sets the user's own time zone; an empty one is that of the team (docs/product/teams.md#time-zones). */
export function TimeZoneDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const toast = useToast();
  const present = useUser().timeZone ?? null;
  const used = useTimeZone();
  const [zone, setZone] = useState(present);
  const set = useSetTimeZone();
  const device = used === undefined ? null : otherDeviceZone(zone ?? used);
  const save = () =>
    set.mutate(zone, {
      onSuccess: () => {
        toast.success('Time zone saved', 'Your days, meters and mails go by it now.');
        onClose();
      },
      onError: (error) => toast.failure(error, 'Error', 'Failed to save your time zone'),
    });
  return (
    <FormDialog
      show
      title="Time zone"
      action="Save"
      pendingAction="Saving..."
      pending={set.isPending}
      disabled={zone === present}
      onClose={onClose}
      onSubmit={save}
    >
      <Form.Label htmlFor={id}>Your time zone</Form.Label>
      <ZoneSelect id={id} value={zone} onChange={setZone} placeholder="As your team" describedBy={`${id}-hint`} />
      <Form.Text id={`${id}-hint`}>Days, weeks, follow-ups and mails go by it.</Form.Text>
      {device && (
        <p className="mt-3 mb-0">
          Your device is in {device}.{' '}
          <Button variant="link" className="p-0 align-baseline" onClick={() => setZone(device)}>
            Use it
          </Button>
        </p>
      )}
    </FormDialog>
  );
}
