import { setTimeout as pause } from 'node:timers/promises';
import { usernames } from '../team.js';
import type { Fault } from '../fault.js';
import type { Stage } from '../stage.js';
import { answersOf, type Attack, type Report } from './attack.js';
import { Attacker } from './attacker.js';
import { addInsider, removeInsider, type Insider } from './insider.js';
import { ReturningUsers } from './returning-users.js';

export interface Abuse {
  name: string;
  what: string;
  /** Attackers come from so many loopback addresses from 127.0.0.2 on; 0 is the network of the users at work. */
  networks: number;
  attack(stage: Stage, insider: Insider): Attack | Promise<Attack>;
  /** Checks that the attack took place and failed. */
  show(stage: Stage, report: Report, insider: Insider): void | Promise<void>;
  afterwards?(stage: Stage): Promise<void>;
}

const calmMs = 6_000;

const addressesOf = (networks: number): string[] =>
  networks === 0 ? ['127.0.0.1'] : Array.from({ length: networks }, (_, at) => `127.0.0.${at + 2}`);

export const abuse = ({ name, what, networks, attack, show, afterwards }: Abuse): Fault => ({
  name: `abuse-${name}`,
  what,
  comparesWaits: true,
  act: async (stage) => {
    const { ledger, product } = stage.world;
    // The load must be the same before the abuse and during it, so the large import ends first.
    await stage.untilImported(1);
    const insider = await addInsider(stage);
    const order = {
      attack: await attack(stage, insider),
      port: Number(new URL(product.url).port),
      addresses: addressesOf(networks),
    };
    const attacker = await Attacker.start();
    const returning = await ReturningUsers.start(stage.world);
    try {
      ledger.abuse.measure('before');
      await pause(calmMs);
      returning.forget();
      ledger.abuse.measure('during');
      const report = await attacker.attack(order);
      stage.expect(`every user can sign in again: ${returning.names}`, returning.names.length === usernames.length);
      stage.expect(`no response is 500: ${JSON.stringify(report)}`, answersOf(report, 500) === 0);
      await show(stage, report, insider);
    } finally {
      ledger.abuse.measure(null);
      await Promise.all([attacker.end(), returning.stop()]);
      await afterwards?.(stage);
      await removeInsider(stage, insider);
    }
  },
});
