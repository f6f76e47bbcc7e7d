import { Button } from 'react-bootstrap';
import { Notice } from '../../../ui/notice';

interface NoteConflictProps {
  mine: string;
  theirs: string;
  pending: boolean;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
  onKeepBoth: () => void;
}

/** Two users changed the same note. The one who saves later chooses between both texts. */
export const NoteConflict = ({ mine, theirs, pending, onKeepMine, onKeepTheirs, onKeepBoth }: NoteConflictProps) => (
  <section aria-label="Two versions of the note">
    <Notice kind="warning" icon="exclamation-triangle">
      Somebody else saved this note while you were writing. Nothing is lost: choose what to keep.
    </Notice>
    <div className="lf-note-sides">
      <Side title="Your text" text={mine} />
      <Side title="Saved meanwhile" text={theirs} />
    </div>
    <div className="d-flex gap-2 mt-3 flex-wrap justify-content-end">
      <Button size="sm" variant="outline-secondary" disabled={pending} onClick={onKeepTheirs}>
        Keep the saved text
      </Button>
      <Button size="sm" variant="outline-secondary" disabled={pending} onClick={onKeepMine}>
        Keep my text
      </Button>
      <Button size="sm" disabled={pending} onClick={onKeepBoth}>
        Keep both
      </Button>
    </div>
  </section>
);

const Side = ({ title, text }: { title: string; text: string }) => (
  <div>
    <div className="form-label">{title}</div>
    <div className="lf-note-side lf-written">{text || <span className="muted">Empty</span>}</div>
  </div>
);
