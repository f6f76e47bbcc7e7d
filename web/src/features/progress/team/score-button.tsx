import type { Score } from './team.rules';

interface ScoreButtonProps {
  score: Score;
  /** What the number counts, for screen readers. */
  of: string;
  onOpenList: () => void;
}

/** '11/24 46%'. Opens the list of the leads, if there are any. */
export function ScoreButton({ score: { count, target, percentage }, of, onOpenList }: ScoreButtonProps) {
  const numbers = (
    <>
      <b>{count}</b>/{target} <span className="muted">{percentage}%</span>
    </>
  );
  if (count === 0) return <span className="num">{numbers}</span>;
  return (
    <button
      type="button"
      className="lf-number"
      aria-label={`${count}/${target} ${percentage}%, ${of}: show the leads`}
      title="Show the leads"
      onClick={onOpenList}
    >
      {numbers}
    </button>
  );
}
