import { Button } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { monthWords, present, spanOf, spanWords, type PeriodOffset } from '../calendar.rules';

/** Two years back. */
const maxSteps = { weeks: 104, months: 24 };

interface PeriodStepsProps {
  offset: PeriodOffset;
  today: string;
  onChange: (offset: PeriodOffset) => void;
}

/** Steps the week and the month back and forward. */
export const PeriodSteps = ({ offset, today, onChange }: PeriodStepsProps) => (
  <div className="lf-period-steps">
    <Steps
      unit="week"
      words={offset.weeks === 0 ? 'This Week' : spanWords(spanOf('week', today, offset))}
      back={offset.weeks}
      maxSteps={maxSteps.weeks}
      onStep={(weeks) => onChange({ ...offset, weeks })}
    />
    <Steps
      unit="month"
      words={offset.months === 0 ? 'This Month' : monthWords(spanOf('month', today, offset).from)}
      back={offset.months}
      maxSteps={maxSteps.months}
      onStep={(months) => onChange({ ...offset, months })}
    />
    {(offset.weeks > 0 || offset.months > 0) && (
      <Button variant="ghost" size="sm" onClick={() => onChange(present)}>
        Back to today
      </Button>
    )}
  </div>
);

interface StepsProps {
  unit: 'week' | 'month';
  words: string;
  back: number;
  maxSteps: number;
  onStep: (back: number) => void;
}

const Steps = ({ unit, words, back, maxSteps, onStep }: StepsProps) => (
  <div className="lf-steps-of" role="group" aria-label={`Which ${unit}`}>
    <Button
      variant="outline-secondary"
      size="sm"
      className="btn-icon"
      aria-label={`Previous ${unit}`}
      disabled={back >= maxSteps}
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
