import type { MonthlyContacts } from '@lead-finder/contracts';
import { isTargetReached } from '@lead-finder/contracts';
import { useEffect } from 'react';
import { deviceStore } from '../../../lib/browser-store';
import { useToast } from '../../../ui/toasts';
import { monthBefore, monthKey } from './celebration.rules';
import { throwConfetti } from './confetti';

/** Survives a sign-out, so that a new sign-in does not celebrate again. */
const celebrated = (userId: number, month: string) => deviceStore(`celebrated.${userId}.${month}`, false);

/** The interval of the check for the end of the month, in milliseconds (docs/product/progress.md#celebration). */
const rolloverCheck = 60_000;

/**
 * Shows a toast and confetti once in each calendar month in which the user reaches the target
 * (docs/product/progress.md#celebration).
 */
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
    // The code may be missing after a release; the toast is enough then.
    throwConfetti().catch(() => undefined);
  }, [userId, key, isReached, toast]);

  // From 00:00 on the 1st the month before is over, so its record is removed.
  useEffect(() => {
    if (!key) return;
    const forget = () => celebrated(userId, monthBefore(key)).clear();
    forget();
    const timer = setInterval(forget, rolloverCheck);
    return () => clearInterval(timer);
  }, [userId, key]);
}
