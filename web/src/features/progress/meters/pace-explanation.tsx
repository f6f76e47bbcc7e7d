import { counted } from '../../../lib/numbers';
import type { Reading } from '../meter.rules';

interface PaceExplanationProps {
  reading: Reading;
  period: 'week' | 'month';
}

/** Explains the pace (docs/product/progress.md#pace). */
export const PaceExplanation = ({ reading, period }: PaceExplanationProps) => {
  const { words, count, expected, target, elapsed, byWorkingDays } = reading;
  return (
    <div className="text-start">
      <b>
        {count} of {counted(target, 'contact')} this {period}, {words}
      </b>
      <div>
        {expected} of {counted(target, 'contact')} {expected === 1 ? 'was' : 'were'} expected by now
        {byWorkingDays && ', by the working days of your team'}.
      </div>
      {byWorkingDays && (
        <div>
          By the calendar {elapsed}% of the {period} has passed.
        </div>
      )}
      <div>A lead counts when its status is first moved off New. Later changes do not reduce progress.</div>
    </div>
  );
};
