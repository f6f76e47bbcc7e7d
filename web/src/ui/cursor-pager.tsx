import { Button } from 'react-bootstrap';

interface CursorPagerProps {
  /** The cursor of each page up to the shown one; the first page has none. */
  starts: readonly (string | undefined)[];
  /** The cursor of the next page, if there is one. */
  next?: string | null;
  onChange: (starts: (string | undefined)[]) => void;
}

/** Pages through a list of unknown length. */
export const CursorPager = ({ starts, next, onChange }: CursorPagerProps) => (
  <nav className="lf-foot" aria-label="Pages">
    <div className="end">
      <Button
        variant="outline-secondary"
        size="sm"
        disabled={starts.length === 1}
        onClick={() => onChange(starts.slice(0, -1))}
      >
        Previous
      </Button>
      <span className="num">Page {starts.length}</span>
      <Button
        variant="outline-secondary"
        size="sm"
        disabled={!next}
        onClick={() => next && onChange([...starts, next])}
      >
        Next
      </Button>
    </div>
  </nav>
);
