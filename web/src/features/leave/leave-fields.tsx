import { useId, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { HttpError } from '../../lib/http';
import { ButtonSpinner } from '../../ui/spinner';
import { TextField } from '../../ui/text-field';
import { useToast } from '../../ui/toasts';
import { UserSelect } from '../../ui/user-select';
import { type Leave, useSaveLeave, useStandIns } from './api';

interface LeaveFieldsProps {
  userId: number;
  /** The leave to change; null for a new one. */
  leave: Leave | null;
  onDone: () => void;
}

export function LeaveFields({ userId, leave, onDone }: LeaveFieldsProps) {
  const id = useId();
  const toast = useToast();
  const save = useSaveLeave(userId);
  const standIns = useStandIns();
  const [from, setFrom] = useState(leave?.from ?? '');
  const [to, setTo] = useState(leave?.to ?? '');
  const [standInId, setStandInId] = useState(leave?.standIn?.id ?? null);
  const errorOf = (field: string) =>
    save.error instanceof HttpError ? save.error.issues.find(({ path }) => path === field)?.message : undefined;
  const present = leave?.standIn ? [leave.standIn] : [];
  const others = (standIns.data ?? []).filter((user) => user.id !== userId);
  const people = [...others, ...present.filter((user) => others.every((each) => each.id !== user.id))];
  const submit = () =>
    save.mutate(
      { id: leave?.id, from, to: to || from, standInId },
      {
        onSuccess: ({ message }) => {
          toast.success('Leave saved', message);
          setFrom('');
          setTo('');
          setStandInId(null);
          onDone();
        },
        onError: (error) => toast.failure(error, 'Error', 'Failed to save the leave'),
      },
    );
  return (
    <Form
      noValidate
      aria-label={leave ? 'Change the leave' : 'New leave'}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="row g-2">
        <div className="col-6">
          <TextField
            label="First day"
            type="date"
            value={from}
            error={errorOf('from')}
            onChange={({ target }) => setFrom(target.value)}
          />
        </div>
        <div className="col-6">
          <TextField
            label="Last day"
            type="date"
            value={to}
            error={errorOf('to')}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
      </div>
      <Form.Label htmlFor={`${id}-stand-in`}>Who stands in</Form.Label>
      <UserSelect
        id={`${id}-stand-in`}
        people={people}
        value={standInId}
        onChange={setStandInId}
        placeholder={standIns.isPending ? 'Loading users...' : 'No stand-in'}
        invalid={errorOf('standInId') !== undefined}
        describedBy={`${id}-hint`}
      />
      <Form.Text id={`${id}-hint`}>
        {errorOf('standInId') ?? 'The due follow-ups appear on this person’s My day.'}
      </Form.Text>
      <div className="d-flex gap-2 mt-3">
        <Button type="submit" disabled={from === '' || save.isPending}>
          {save.isPending && <ButtonSpinner />}
          {leave ? 'Save' : 'Add Leave'}
        </Button>
        {leave && (
          <Button variant="outline-secondary" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
