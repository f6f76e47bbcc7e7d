import { Button } from 'react-bootstrap';
import { Icon } from '../../ui/icon';
import { monthWords, present, spanOf, spanWords, type Walk } from './calendar.rules';

/** Two years back: what is older nobody walks to step by step. */
const furthest = { weeks: 104, months: 24 };

interface WalkStepsProps {
  walk: Walk;
  today: string;
  onWalk: (walk: Walk) => void;
}

/** Walks week and month back and forth again. */
export const WalkSteps = ({ walk, today, onWalk }: WalkStepsProps) => (
  <div className="lf-walk">
    <Steps
      unit="week"
      words={walk.weeks === 0 ? 'This Week' : spanWords(spanOf('week', today, walk))}
      back={walk.weeks}
      furthest={furthest.weeks}
      onStep={(weeks) => onWalk({ ...walk, weeks })}
    />
    <Steps
      unit="month"
      words={walk.months === 0 ? 'This Month' : monthWords(spanOf('month', today, walk).from)}
      back={walk.months}
      furthest={furthest.months}
      onStep={(months) => onWalk({ ...walk, months })}
    />
    {(walk.weeks > 0 || walk.months > 0) && (
      <Button variant="ghost" size="sm" onClick={() => onWalk(present)}>
        Back to today
      </Button>
    )}
  </div>
);

interface StepsProps {
  unit: 'week' | 'month';
  words: string;
  back: number;
  furthest: number;
  onStep: (back: number) => void;
}

const Steps = ({ unit, words, back, furthest, onStep }: StepsProps) => (
  <div className="lf-steps-of" role="group" aria-label={`Which ${unit}`}>
    <Button
      variant="outline-secondary"
      size="sm"
      className="btn-icon"
      aria-label={`Previous ${unit}`}
      disabled={back >= furthest}
      onClick={() => onStep(back + 1)}
    >
      <Icon name="chevron-left" />
    </Button>
    <span aria-live="polite">{words}</span>
    <Button
      variant="outline-secondary"
      size="sm"
      className="btn-icon"
      aria-label={`Next ${unit}`}
      disabled={back === 0}
      onClick={() => onStep(back - 1)}
    >
      <Icon name="chevron-right" />
    </Button>
  </div>
);
