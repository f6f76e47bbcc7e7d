import type { MonthlyContacts } from '@lead-finder/contracts';
import { isTargetReached } from '@lead-finder/contracts';
import { useEffect } from 'react';
import { deviceStore } from '../../lib/browser-store';
import { useToast } from '../../ui/toasts';
import { monthBefore, monthKey } from './celebration.rules';
import { throwConfetti } from './confetti';

/** Outlives a sign-out, so that signing in again does not celebrate again. */
const celebrated = (userId: number, month: string) => deviceStore(`celebrated.${userId}.${month}`, false);

/** How often the month's end is looked for (specification section 9). */
const rolloverCheck = 60_000;

/** A toast and confetti, once in each calendar month in which the target is reached (specification section 4). */
export function useCelebration(userId: number, month: MonthlyContacts | undefined): void {
  const toast = useToast();
  const key = month && monthKey(month.monthName, new Date());
  const isReached = month !== undefined && isTargetReached(month.count, month.target);

  useEffect(() => {
    if (!key || !isReached) return;
    const memory = celebrated(userId, key);
    if (memory.read()) return;
    memory.write(true);
    toast.success('Monthly Target Reached!', "Congratulations! You've reached your monthly contact goal!");
    // Its code may be out of reach after a release; the toast has said it.
    throwConfetti().catch(() => undefined);
  }, [userId, key, isReached, toast]);

  // From 00:00 on the 1st the month before is over, and what was remembered of it goes.
  useEffect(() => {
    if (!key) return;
    const forget = () => celebrated(userId, monthBefore(key)).clear();
    forget();
    const timer = setInterval(forget, rolloverCheck);
    return () => clearInterval(timer);
  }, [userId, key]);
}
