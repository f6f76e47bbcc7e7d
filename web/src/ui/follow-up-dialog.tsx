import { useRef, useState } from 'react';
import { Form } from 'react-bootstrap';
import { dayIn } from '../lib/dates';
import { useTimeZone } from '../lib/time-zone';
import { useDraft } from '../lib/use-draft';
import { FormDialog } from './dialogs';
import { type Snooze, SnoozeButtons } from './snooze-buttons';

/** Completes a follow-up with an outcome, or moves it to another day ('YYYY-MM-DD') and time ('HH:MM'). */
export type FollowUpDecision =
  { completedAt: string; outcome: string } | { scheduledOn: string; scheduledTime?: string } | { snooze: Snooze };

interface FollowUpDialogProps {
  activityId: number;
  /** The planned step, as the user wrote it. */
  description: string;
  pending: boolean;
  /** A stand-in only completes it. */
  canMove?: boolean;
  onClose: () => void;
  /** `onSaved` removes the typed text, which survives a failure, a reload and the end of a session until then. */
  onDecide: (decision: FollowUpDecision, onSaved: () => void) => void;
}

export function FollowUpDialog({ activityId, description, canMove = true, ...rest }: FollowUpDialogProps) {
  const { pending, onClose, onDecide } = rest;
  const { draft, saveDraft, drop } = useDraft<string>(`follow-up.${activityId}`);
  const outcome = draft ?? '';
  const [moveTo, setMoveTo] = useState('');
  const [time, setTime] = useState('');
  const [isPast, setPast] = useState(false);
  const day = useRef<HTMLInputElement>(null);
  const today = dayIn(useTimeZone(), new Date());
  return (
    <FormDialog
      show
      title="Complete Follow-up"
      action={moveTo ? 'Move Follow-up' : 'Complete Follow-up'}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        if (moveTo && moveTo < today) {
          setPast(true);
          return day.current?.focus();
        }
        const done = { completedAt: new Date().toISOString(), outcome: outcome.trim() };
        onDecide(moveTo ? { scheduledOn: moveTo, ...(time && { scheduledTime: time }) } : done, drop);
      }}
    >
      <p className="mb-3 soft text-break">{description}</p>
      <Form.Group className="mb-3" controlId="follow-up-outcome">
        <Form.Label>Outcome</Form.Label>
        <Form.Control
          as="textarea"
          rows={2}
          maxLength={500}
          autoFocus
          placeholder="What came of it?"
          value={outcome}
          readOnly={pending}
          onChange={(event) => saveDraft(event.target.value)}
        />
      </Form.Group>
      {canMove && (
        <>
          <Form.Group className="mb-3" controlId="follow-up-day">
            <Form.Label>Or move it to</Form.Label>
            <div className="d-flex gap-2">
              <Form.Control
                ref={day}
                type="date"
                className="w-auto"
                min={today}
                isInvalid={isPast}
                aria-describedby={isPast ? 'follow-up-past' : undefined}
                value={moveTo}
                readOnly={pending}
                onChange={(event) => {
                  setPast(false);
                  setMoveTo(event.target.value);
                }}
              />
              {moveTo && (
                <Form.Control
                  type="time"
                  className="w-auto"
                  aria-label="Time of day"
                  value={time}
                  readOnly={pending}
                  onChange={(event) => setTime(event.target.value)}
                />
              )}
            </div>
            {isPast && (
              <div className="invalid-feedback d-block" id="follow-up-past" role="alert">
                Please choose today or a later day
              </div>
            )}
          </Form.Group>
          <p className="form-label">Or snooze it</p>
          <SnoozeButtons name={description} disabled={pending} onSnooze={(snooze) => onDecide({ snooze }, drop)} />
        </>
      )}
    </FormDialog>
  );
}
