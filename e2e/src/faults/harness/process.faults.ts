import { dieAt, type Fault } from './fault.js';
import { ImportedFile, startImport } from './imported-file.js';
import { roles, serverNames, type Role } from './split-product.js';
import type { Stage } from './stage.js';
import { usernames } from './team.js';

const killed = (role: Role): Fault => ({
  name: `kill-${role}`,
  what: `the ${role} process is killed while users work and an import runs`,
  act: async (stage) => {
    await stage.somewhere();
    await stage.product.replace(role);
  },
});

const killedThrice: Fault = {
  name: 'kill-worker-thrice',
  what: 'the import worker is killed three times in one import',
  act: async (stage) => {
    for (const part of [0.05, 0.3, 0.6]) {
      await stage.untilImported(part + stage.dice.throw() * 0.2);
      await stage.product.replace('imports');
    }
  },
};

/** The load itself reaches the failpoint. */
const dies = (name: string, role: Role, failpoint: string, what: string, max: number): Fault => ({
  name,
  what,
  act: (stage) => dieAt(stage, role, failpoint, stage.dice.between(1, max)),
});

/** An upload reaches the failpoint, and its client repeats it. */
const diesByUpload = (name: string, role: Role, failpoint: string, what: string): Fault => ({
  name,
  what,
  act: (stage) =>
    dieAt(stage, role, failpoint, 1, async () => {
      await stage.product.ready();
      const file = new ImportedFile(`${stage.imported.file.prefix} again`, 500, usernames);
      stage.imports.push(await startImport(stage.world.admin, file, { within: 240_000 }));
    }),
});

const haltedWorker: Fault = {
  name: 'halt-worker',
  what: 'the import worker is halted (SIGSTOP), another one takes over, and the first goes on',
  act: async (stage) => {
    const { id } = stage.imported;
    await stage.untilImported(0.05);
    const { processed: before } = await stage.world.importState(id);
    const frozen = await stage.product.freeze('imports');
    await stage.untilImported(Math.min(1, (before + 1) / stage.imported.file.rows));
    frozen.goOn();
    await stage.lasting(2);
    await frozen.end();
  },
};

const haltedLeads: Fault = {
  name: 'halt-leads',
  what: 'the leads process is halted for six seconds, longer than a request waits, and goes on',
  act: async (stage) => {
    await stage.somewhere();
    const goOn = stage.product.halt('leads');
    await stage.lasting(6);
    goOn();
  },
};

const maxStopSeconds = 10;

const terminated: Fault = {
  name: 'terminate-everything',
  what: 'every process gets SIGTERM under load, and starts again',
  act: async (stage) => {
    await stage.somewhere();
    await Promise.all(
      roles.map(async (role) => {
        const asked = performance.now();
        const code = await stage.product.endRole(role, 'SIGTERM');
        const seconds = (performance.now() - asked) / 1_000;
        stage.expect(`${role} ends with 0: ${code}`, code === 0);
        stage.expect(`${role} ends within ${maxStopSeconds} s: ${seconds.toFixed(1)}`, seconds < maxStopSeconds);
      }),
    );
    for (const role of roles) stage.product.startRole(role);
  },
};

/** Stops everything and starts it in this order. */
async function startInOrder(stage: Stage, order: readonly (Role | (typeof serverNames)[number])[]): Promise<void> {
  const { product } = stage;
  await Promise.all(roles.map((role) => product.endRole(role)));
  await Promise.all(serverNames.map((name) => product.servers[name].kill()));
  for (const name of order) {
    if (name in product.servers) await product.servers[name as (typeof serverNames)[number]].restart();
    else product.startRole(name as Role);
    await stage.lasting(stage.dice.throw() / 2);
  }
}

const everyOrder: Fault[] = [
  {
    name: 'start-servers-last',
    what: 'everything is killed; the processes start first, in any order, and PostgreSQL, NATS and Redis after them',
    act: (stage) => startInOrder(stage, [...stage.dice.shuffled(roles), ...stage.dice.shuffled(serverNames)]),
  },
  {
    name: 'start-in-any-order',
    what: 'everything is killed and starts in an order that the seed chooses',
    act: (stage) => startInOrder(stage, stage.dice.shuffled([...roles, ...serverNames])),
  },
];

export const processFaults: readonly Fault[] = [
  ...roles.map(killed),
  killedThrice,
  dies(
    'die-between-send-and-mark',
    'leads',
    'relay.after-publish',
    'the relay dies after NATS has an event and before its outbox row is marked',
    8,
  ),
  dies(
    'die-between-commit-and-acknowledge',
    'progress',
    'consumer.before-acknowledge',
    'a consumer dies after its commit and before it acknowledges',
    4,
  ),
  dies('die-before-commit', 'leads', 'change.before-commit', 'leads dies before the commit of a change', 12),
  dies(
    'die-before-answer',
    'leads',
    'change.before-answer',
    'leads dies after the commit of a change and before the response',
    12,
  ),
  dies(
    'die-after-batch',
    'leads',
    'batch.before-answer',
    'leads dies after the commit of an import batch and before the response',
    2,
  ),
  dies('die-after-checkpoint', 'imports', 'checkpoint.after-commit', 'the worker dies right after a checkpoint', 2),
  diesByUpload(
    'die-after-upload',
    'gateway',
    'upload.after-file',
    'the gateway dies after it stored a file and before the import starts',
  ),
  diesByUpload(
    'die-before-wake-up',
    'imports',
    'upload.before-wake-up',
    'imports dies after it recorded an import and before it wakes a worker',
  ),
  diesByUpload(
    'die-after-wake-up',
    'imports',
    'upload.after-wake-up',
    'imports dies after it woke a worker and before the response',
  ),
  haltedWorker,
  haltedLeads,
  terminated,
  ...everyOrder,
];
