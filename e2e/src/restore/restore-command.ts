import { parseArgs } from 'node:util';
import { restoreDrill } from './restore-drill.js';

/** Runs `npm run check:restore`. Returns whether everything is as it was. */
export async function restoreCommand(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { leads: { type: 'string', default: '1000' } } });
  const { differences, seconds } = await restoreDrill({ leads: Number(values.leads) });
  const rounded = (value: number) => `${value.toFixed(1)} s`;
  console.log(`Backup of the running product, which has the writes before its start (RPO): ${rounded(seconds.backup)}`);
  console.log(`Restore into empty servers: ${rounded(seconds.restore)}`);
  console.log(`From the loss of every server to the first list of a user (RTO): ${rounded(seconds.unavailable)}`);
  for (const line of differences) console.error(line);
  console.log(differences.length === 0 ? 'Everything is as it was.' : `${differences.length} differences`);
  return differences.length === 0;
}
