import type { Score } from './team.rules';

interface ScoreButtonProps {
  score: Score;
  /** What it is the number of, for who cannot see where it stands. */
  of: string;
  onOpenList: () => void;
}

/** '11/24 46%'; opens the list of the leads behind it, where there are any. */
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
