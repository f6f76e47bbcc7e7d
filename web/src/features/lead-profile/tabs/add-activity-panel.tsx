import { type FormEvent, useRef } from 'react';
import { Button, Form } from 'react-bootstrap';
import { dayIn } from '../../../lib/dates';
import type { LeadAddress } from '../../../lib/lead-address';
import { useTimeZone } from '../../../lib/time-zone';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { activityStyles } from '../../../ui/activity-styles';
import { type ContactActivity, type NewActivity, useAddActivity } from '../api';
import { useDraft } from '../../../lib/use-draft';

interface Typed {
  type: ContactActivity['type'];
  notes: string;
  /** 'YYYY-MM-DD', or empty. */
  followUp: string;
  /** 'HH:MM', or empty. */
  time?: string;
  /** In days, or empty. */
  repeat?: string;
}

const emptyForm: Typed = { type: 'call', notes: '', followUp: '' };

/** On another user's lead a manager adds comments, and with a date follow-ups of any type. */
export function AddActivityForm({ lead, uuid, isOwn }: { lead: LeadAddress; uuid: string; isOwn: boolean }) {
  const { draft, saveDraft, drop } = useDraft<Typed>(`activity.${uuid}`);
  const { mutateAsync: add, isPending } = useAddActivity(lead);
  const { keyOf, forget } = useRetryKey();
  const timeZone = useTimeZone();
  const typed = draft ?? emptyForm;
  const isComment = !isOwn && !typed.followUp;
  const type = isComment ? 'note' : typed.type;
  const change = (part: Partial<Typed>) => saveDraft({ ...typed, ...part });
  const isBlank = typed.notes.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank || isPending) return;
    const { notes, followUp, time, repeat } = typed;
    const activity: NewActivity = {
      type,
      notes: notes.trim(),
      ...(followUp && {
        scheduledOn: followUp,
        ...(time && { scheduledTime: time }),
        ...(repeat && { repeatDays: Number(repeat) }),
      }),
    };
    const onSaved = () => {
      forget();
      drop();
    };
    add({ ...activity, key: keyOf(activity) }).then(onSaved, () => undefined);
  };
  return (
    <Form className="lf-log" onSubmit={submit}>
      <div className="top">
        <Form.Select
          aria-label="Activity type"
          value={type}
          disabled={isPending || isComment}
          onChange={(event) => change({ type: event.target.value as Typed['type'] })}
        >
          {Object.entries(activityStyles).map(([each, { label }]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </Form.Select>
        <Form.Control
          as="textarea"
          rows={2}
          aria-label="Activity notes"
          placeholder={isOwn ? 'What happened, what was agreed?' : 'What should the user of this lead know or do?'}
          value={typed.notes}
          readOnly={isPending}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </div>
      <div className="bot">
        <label className="form-check-label d-flex align-items-center gap-2">
          <Icon name="calendar-event" className="muted" />
          Follow up on
          <Form.Control
            size="sm"
            type="date"
            className="w-auto"
            min={dayIn(timeZone, new Date())}
            value={typed.followUp}
            readOnly={isPending}
            onChange={(event) => change({ followUp: event.target.value })}
          />
        </label>
        {typed.followUp && (
          <>
            <Form.Control
              size="sm"
              type="time"
              className="w-auto"
              aria-label="Time of day"
              value={typed.time ?? ''}
              readOnly={isPending}
              onChange={(event) => change({ time: event.target.value })}
            />
            <label className="form-check-label d-flex align-items-center gap-2">
              Repeat every
              <Form.Control
                size="sm"
                type="number"
                className="lf-repeat"
                min={1}
                max={365}
                value={typed.repeat ?? ''}
                readOnly={isPending}
                onChange={(event) => change({ repeat: event.target.value })}
              />
              days
            </label>
          </>
        )}
        <Button type="submit" size="sm" className="ms-auto" disabled={isBlank || isPending}>
          {isPending && <ButtonSpinner />}
          {isOwn ? 'Add Activity' : isComment ? 'Add Comment' : 'Plan Follow-up'}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Sends the same key again if a response was lost, so that the activity is saved once
 * (docs/product/errors-and-http.md#idempotency).
 */
function useRetryKey() {
  const last = useRef({ text: '', key: '' });
  return {
    keyOf: (activity: NewActivity): string => {
      const text = JSON.stringify(activity);
      // Browsers offer `crypto.randomUUID` only on https and on localhost.
      const isSame = last.current.text === text;
      if (!isSame) last.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
      return last.current.key;
    },
    forget: () => {
      last.current = { text: '', key: '' };
    },
  };
}
