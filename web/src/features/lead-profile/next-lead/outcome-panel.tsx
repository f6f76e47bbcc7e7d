import { useRef, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import { dayIn } from '../../../lib/dates';
import { usePageKeys } from '../../../lib/page-keys';
import { paths } from '../../../lib/paths';
import { useTimeZone } from '../../../lib/time-zone';
import { useDraft } from '../../../lib/use-draft';
import { Icon } from '../../../ui/icon';
import { LeadKeysDialog } from './lead-keys-dialog';
import { outcomes, type Outcome, workingDayAfter } from './outcomes.rules';
import type { QueuedLead, useLeadQueue } from './use-lead-queue';

interface Typed {
  notes: string;
  /** 'YYYY-MM-DD', or empty. */
  day: string;
}

const emptyForm: Typed = { notes: '', day: '' };

/** Records the outcome of a contact by key or click: logs it, sets status and next date, and shows the next lead. */
export function OutcomePanel({ lead, queue }: { lead: QueuedLead; queue: ReturnType<typeof useLeadQueue> }) {
  const { isBusy, skip, undoLast, last } = queue;
  const navigate = useNavigate();
  const today = dayIn(useTimeZone(), new Date());
  const { draft, saveDraft, drop } = useDraft<Typed>(`outcome.${lead.uuid}`);
  const [showsKeys, setShowsKeys] = useState(false);
  const notes = useRef<HTMLTextAreaElement>(null);
  const date = useRef<HTMLInputElement>(null);
  const typed = draft ?? emptyForm;

  const choose = ({ label, status, nextIn }: Outcome) => {
    if (isBusy) return;
    const notes = typed.notes.trim();
    const followUpOn = typed.day || (nextIn === null ? null : workingDayAfter(today, nextIn));
    queue.choose({ label, notes: notes === '' ? label : `${label}: ${notes}`, status, followUpOn }, drop);
  };

  const actions: Record<string, () => void> = {
    ...Object.fromEntries(outcomes.map((outcome) => [outcome.key, () => choose(outcome)])),
    n: () => notes.current?.focus(),
    d: () => date.current?.focus(),
    j: () => !isBusy && skip(),
    o: () => void navigate(paths.lead(lead)),
    '?': () => setShowsKeys(true),
  };
  usePageKeys(actions);
  const backToKeys = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
  };

  return (
    <Card as="section" className="mb-3" aria-label="Outcome">
      <Card.Body className="d-grid gap-2">
        <div className="lf-outcomes">
          {outcomes.map((outcome) => (
            <Button
              key={outcome.key}
              variant="outline-secondary"
              title={`${outcome.label} (${outcome.key})`}
              aria-keyshortcuts={outcome.key}
              disabled={isBusy}
              onClick={() => choose(outcome)}
            >
              <Icon name={outcome.icon} />
              {outcome.label} <kbd className="hide-sm">{outcome.key}</kbd>
            </Button>
          ))}
        </div>
        <div className="lf-outcome-more">
          <Form.Control
            ref={notes}
            as="textarea"
            rows={1}
            aria-label="Outcome notes"
            title="Notes (N)"
            aria-keyshortcuts="N"
            placeholder="Notes, if any"
            maxLength={4_900}
            value={typed.notes}
            onKeyDown={backToKeys}
            onChange={(event) => saveDraft({ ...typed, notes: event.target.value })}
          />
          <label className="form-check-label d-flex align-items-center gap-2" title="Next step on (D)">
            <Icon name="calendar-event" className="muted" />
            Next step on
            <Form.Control
              ref={date}
              type="date"
              className="w-auto"
              aria-keyshortcuts="D"
              min={today}
              value={typed.day}
              onKeyDown={backToKeys}
              onChange={(event) => saveDraft({ ...typed, day: event.target.value })}
            />
          </label>
          <Button variant="ghost" title="Skip (J)" aria-keyshortcuts="J" disabled={isBusy} onClick={skip}>
            Skip <kbd className="hide-sm">J</kbd>
          </Button>
          <Button
            variant="ghost"
            title="Undo the last outcome (U)"
            aria-keyshortcuts="U"
            disabled={isBusy || !last}
            onClick={undoLast}
          >
            Undo <kbd className="hide-sm">U</kbd>
          </Button>
          <Button
            variant="ghost"
            className="hide-sm"
            title="Keys (?)"
            aria-keyshortcuts="?"
            onClick={() => setShowsKeys(true)}
          >
            Keys <kbd>?</kbd>
          </Button>
        </div>
      </Card.Body>
      {showsKeys && <LeadKeysDialog onClose={() => setShowsKeys(false)} />}
    </Card>
  );
}
