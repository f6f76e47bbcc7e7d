import type { PlanShare } from '@lead-finder/contracts';
import type { Given } from './shares.rules.js';

const ways: Record<PlanShare, (given: Given, capacity: number | null) => string> = {
  'round-robin': ({ among }) => (among === 1 ? 'The only one eligible' : `Next of ${among} in turn`),
  weight: ({ among }) => (among === 1 ? 'The only one eligible' : `Next of ${among} by weight`),
  'least-loaded': ({ among, load }, capacity) =>
    `Least loaded of ${among} (${capacity === null ? load : `${load} of ${capacity}`})`,
};

/** The sentence of a lead's history (docs/product/distribution.md#why). */
export function whyGiven(
  share: PlanShare,
  given: Given,
  capacity: number | null,
  { rule, territory, plan }: { rule: number; territory?: string | undefined; plan: string },
): string {
  const way = ways[share](given, capacity);
  const who = territory ? `Territory ${territory}, ${way[0]!.toLowerCase()}${way.slice(1)}` : way;
  return `${who}, rule ${rule}, plan ${plan}`;
}

export const whyRest = (plan: string): string => `The rest, plan ${plan}`;

export const nameOfPlan = (name: string, version: number): string => `${name} v${version}`;
