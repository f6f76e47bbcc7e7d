import { longRun, testSeed } from '@lead-finder/testing';
import { faults } from './harness/faults.js';
import { runFault } from './harness/run-fault.js';
import { faultsOn, importRows } from './harness/run-faults.js';
import { shortSelection } from './harness/short-selection.js';
import { World } from './harness/world.js';

describe.each(faultsOn(longRun ? faults : shortSelection(testSeed)))(
  `six processes that reach their servers $network, with users at work and a running import (seed ${testSeed})`,
  ({ network, chosen }) => {
    let world: World;
    beforeAll(async () => void (world = await World.open(network, longRun)));
    afterAll(() => world?.close(), 60_000);

    it.each(chosen)(
      'lose nothing and do nothing twice when $what',
      async (fault) => {
        const { findings } = await runFault(world, fault, testSeed, longRun ? importRows : 5_000);
        expect(findings).toEqual([]);
      },
      600_000,
    );
  },
);
