import { dieAt, type Fault } from './fault.js';
import { LivePlan } from './live-plan.js';

const dies = (name: string, failpoint: string, what: string): Fault => ({
  name,
  what,
  act: async (stage) => {
    const plan = await LivePlan.switchOn(stage);
    await dieAt(stage, 'leads', failpoint, stage.dice.between(1, 2), () => plan.bring());
    await plan.check();
  },
});

export const distributionFaults: readonly Fault[] = [
  dies(
    'live-die-before-commit',
    'live.before-commit',
    'leads dies after a live plan gave leads to users and before the commit',
  ),
  dies(
    'live-die-after-commit',
    'live.after-commit',
    'leads dies after the commit of what a live plan gave and before it goes on',
  ),
];
