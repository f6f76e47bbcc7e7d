import type { FirstStep, FirstSteps, Role } from '@lead-finder/contracts';

interface Ended {
  ended: readonly FirstStep[];
  isNamed: boolean;
  hasPeople: boolean;
}

const stepsByRole: Record<Role, readonly FirstStep[]> = {
  admin: ['organisation', 'people', 'find', 'assign'],
  manager: ['team', 'day', 'lead'],
  user: ['lead', 'day', 'queue'],
};

/** Returns the steps of the role in their order; none if all are done. */
export function stepsOf(role: Role, { ended, isNamed, hasPeople }: Ended): FirstSteps['steps'] {
  const done = new Set([...ended, ...(isNamed ? ['organisation'] : []), ...(hasPeople ? ['people'] : [])]);
  const steps = stepsByRole[role].map((step) => ({ step, isDone: done.has(step) }));
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
