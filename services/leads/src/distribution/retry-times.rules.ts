const seconds = { first: 10, last: 600 };

/** When a lead that no user could get is looked at again: the longer it waits, the rarer. */
export function retryAt(cameAt: Date, now: Date): Date {
  const waited = (now.getTime() - cameAt.getTime()) / 1_000;
  return new Date(now.getTime() + 1_000 * Math.min(seconds.last, Math.max(seconds.first, waited / 2)));
}
