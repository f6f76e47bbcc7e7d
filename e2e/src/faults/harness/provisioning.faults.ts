import { dieAt, type Fault } from './fault.js';
import { ProvisioningBatch } from './provisioning-batch.js';

const kills = 3;

const killed: Fault = {
  name: 'provisioning-kill-users',
  what: 'the users process is killed three times while a provider creates, changes and deactivates people by SCIM',
  act: async (stage) => {
    const batch = await ProvisioningBatch.prepare(stage);
    const work = batch.run();
    work.catch(() => undefined);
    for (let kill = 0; kill < kills; kill++) {
      await stage.somewhere();
      await stage.product.replace('users');
      await stage.product.ready();
    }
    await work;
    await batch.check();
  },
};

const dies = (name: string, failpoint: string, max: number, what: string): Fault => ({
  name: `provisioning-${name}`,
  what,
  act: async (stage) => {
    const batch = await ProvisioningBatch.prepare(stage);
    await dieAt(stage, 'users', failpoint, stage.dice.between(1, max), () => batch.run());
    await batch.check();
  },
});

export const provisioningFaults: readonly Fault[] = [
  killed,
  dies('die-before-commit', 'provisioning.before-commit', 60, 'users dies before the commit of a request of SCIM'),
  dies(
    'die-before-answer',
    'provisioning.before-answer',
    120,
    'users dies after the commit of a request of SCIM and before the response',
  ),
  dies(
    'die-after-hand-over',
    'provisioning.after-hand-over',
    4,
    'users dies after it started the job that moves the leads of a leaver, and before it notes that',
  ),
];
