import { parseArgs } from 'node:util';
import { faults, faultsNamed } from './faults.js';
import { isGreen, lineOf, tableOf } from './outcome-lines.js';
import { importRows, runFaults } from './run-faults.js';
import type { Outcome } from './run-fault.js';
import { shortSelection } from './short-selection.js';
import { World } from './world.js';

/** Ends the servers and processes of a run that was interrupted. */
export async function closeEverything(): Promise<void> {
  await Promise.all([...World.opened].map((world) => world.close()));
}

/** Runs `npm run faults`. Returns whether everything is green. */
export async function faultsCommand(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string' },
      rows: { type: 'string', default: String(importRows) },
      short: { type: 'boolean' },
      list: { type: 'boolean' },
      table: { type: 'boolean' },
    },
  });
  if (values.list) {
    for (const { name, what } of faults) console.log(`${name.padEnd(36)} ${what}`);
    return true;
  }
  const [first, count, rows] = [
    wholeNumber('seed', values.seed),
    wholeNumber('seeds', values.seeds),
    wholeNumber('rows', values.rows),
  ];
  const started = performance.now();
  const outcomes: Outcome[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const chosen = values.only ? faultsNamed(values.only.split(',')) : values.short ? shortSelection(seed) : faults;
    outcomes.push(...(await runFaults(chosen, seed, rows, (outcome) => console.log(lineOf(outcome)))));
  }
  const red = outcomes.filter((outcome) => !isGreen(outcome));
  if (values.table) console.log(tableOf(faults, outcomes));
  console.log(
    `${outcomes.length - red.length} green, ${red.length} red, in ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  for (const { fault, seed } of red) console.log(`again: npm run faults -- --only ${fault} --seed ${seed}`);
  return red.length === 0;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number: ${text}`);
  return Number(text);
}
