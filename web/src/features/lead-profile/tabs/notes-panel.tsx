import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import type { LeadAddress } from '../../../lib/lead-address';
import { ButtonSpinner } from '../../../ui/spinner';
import { type UserBusiness, useSetNotes } from '../api';
import { staleOf } from '../calls.rules';
import { NoteConflict } from './note-conflict-panel';
import { useDraft } from '../../../lib/use-draft';

/** A text and the version of the note that it started from. */
export interface Note {
  notes: string;
  version: number;
}

/**
 * One free-text note. A later save never overwrites another user's text: both are shown
 * (docs/product/one-lead.md#conflicts-of-notes).
 */
export function NotesPanel({ lead, userBusiness }: { lead: LeadAddress; userBusiness: UserBusiness }) {
  const { notes: saved, version, uuid } = userBusiness;
  const { draft, saveDraft, drop } = useDraft<Note>(`note.${uuid}`);
  const { mutateAsync, isPending } = useSetNotes(lead);
  const [theirs, setTheirs] = useState<Note | null>(null);
  const text = draft?.notes ?? saved;

  const save = (note: Note) =>
    mutateAsync(note).then(
      () => {
        setTheirs(null);
        drop();
      },
      (error: unknown) => {
        const current = staleOf(error);
        if (current) setTheirs({ notes: current.notes ?? '', version: current.version });
      },
    );

  if (theirs && draft) {
    return (
      <NoteConflict
        mine={draft.notes}
        theirs={theirs.notes}
        pending={isPending}
        onKeepMine={() => save({ notes: draft.notes, version: theirs.version })}
        onKeepTheirs={() => {
          setTheirs(null);
          drop();
        }}
        onKeepBoth={() => {
          saveDraft({ notes: `${theirs.notes}\n\n${draft.notes}`, version: theirs.version });
          setTheirs(null);
        }}
      />
    );
  }
  const isChanged = draft !== null && draft.notes !== saved;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save(draft ?? { notes: saved, version });
      }}
    >
      <Form.Control
        as="textarea"
        className="lf-note"
        aria-label="Notes"
        placeholder="What to know about this business"
        value={text}
        readOnly={isPending}
        onChange={(event) => saveDraft({ notes: event.target.value, version: draft?.version ?? version })}
      />
      <div className="d-flex align-items-center gap-2 mt-2 flex-wrap">
        {isChanged && (
          <>
            <span className="muted small">Not saved yet</span>
            <Button size="sm" variant="ghost" disabled={isPending} onClick={drop}>
              Discard
            </Button>
          </>
        )}
        <Button type="submit" size="sm" className="ms-auto" disabled={isPending}>
          {isPending && <ButtonSpinner />}
          {isPending ? 'Saving...' : 'Save Notes'}
        </Button>
      </div>
    </Form>
  );
}
