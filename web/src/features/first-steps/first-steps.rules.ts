import type { FirstStep } from '@lead-finder/contracts';
import { paths } from '../../lib/paths';

/** Where each step is done (docs/product/accounts.md#first-steps). */
export const steps: Record<FirstStep, { words: string; to: string }> = {
  organisation: { words: 'Name your organisation', to: paths.organisation },
  people: { words: 'Invite your colleagues', to: paths.users },
  find: { words: 'Find or import businesses', to: paths.search },
  assign: { words: 'Assign the first business', to: paths.search },
  team: { words: 'See how the team does', to: paths.progress },
  lead: { words: 'Open your first lead', to: paths.crm },
  day: { words: 'See what is due today', to: paths.myDay },
  queue: { words: 'Go through your leads one by one', to: paths.nextLead('from=list') },
};

const visited: readonly [path: string, step: FirstStep][] = [
  [paths.progress, 'team'],
  [paths.anyLead, 'lead'],
  [paths.myDay, 'day'],
  [paths.nextLead(), 'queue'],
];

/** The step that a visit of this page ends. */
export const stepAt = (pathname: string): FirstStep | undefined =>
  visited.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1];
