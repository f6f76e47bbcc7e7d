import { counted } from '../../lib/numbers';
import type { Reading } from './meter.rules';

/** How the pace is counted (specification section 1, what counts; section 9, the arithmetic). */
export const PaceExplanation = ({ reading: { words, expected, target } }: { reading: Reading }) => (
  <div className="text-start">
    <b>{words.charAt(0).toUpperCase() + words.slice(1)}</b>
    <div>
      {expected} of {counted(target, 'contact')} {expected === 1 ? 'was' : 'were'} expected by now.
    </div>
    <div>A lead counts when its status is first moved off New. Later changes do not reduce progress.</div>
  </div>
);
