import { found, type Evidence, type Finding } from './evidence.js';

const maxFactor = 5;
/** Shorter times count as this: below 5 × 40 ms the noise of a small machine decides, and a page still feels prompt. */
const floorMs = 40;
/** With fewer requests, chance decides the p95. */
const minRequests = 100;

/** I13: during an abuse, users at work get no errors and wait at most five times as long as before it. */
export async function abuseIsNotNoticed({ ledger, isAlone }: Evidence): Promise<Finding[]> {
  const { before, during } = ledger.abuse;
  if (before.count + during.count === 0) return [];
  const [calm, abused] = [Math.max(before.p95(), floorMs), during.p95()];
  const counts = `${before.count} before and ${during.count} during the abuse`;
  const waits = `p95 ${before.p95().toFixed(0)} ms before and ${abused.toFixed(0)} ms during the abuse`;
  return [
    ...found('wrong', 'errors of people at work', during.errors),
    ...found('wrong', 'waits of people at work', isAlone && abused > maxFactor * calm ? [waits] : []),
    ...found(
      'wrong',
      'too few requests to judge by',
      Math.min(before.count, during.count) < minRequests ? [counts] : [],
    ),
  ];
}
