import { counted } from '../../lib/numbers';
import type { Reading } from './meter.rules';

interface PaceExplanationProps {
  reading: Reading;
  period: 'week' | 'month';
}

/** How the pace is counted (specification section 1, what counts; section 9, the arithmetic). */
export const PaceExplanation = ({ reading: { words, count, expected, target }, period }: PaceExplanationProps) => (
  <div className="text-start">
    <b>
      {count} of {counted(target, 'contact')} this {period}, {words}
    </b>
    <div>
      {expected} of {counted(target, 'contact')} {expected === 1 ? 'was' : 'were'} expected by now.
    </div>
    <div>A lead counts when its status is first moved off New. Later changes do not reduce progress.</div>
  </div>
);
