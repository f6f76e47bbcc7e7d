// `node --import …/typescript.mjs job-worker.ts <store> <journal>`: works on a queue until it is killed.
import { pino } from 'pino';
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openBullQueues } from '../src/jobs/bull-queues.js';

const [store, journal] = process.argv.slice(2) as [string, string];
const note = (line: string) => appendFileSync(journal, `${line}\n`);
const queues = await openBullQueues(JSON.parse(store), pino({ level: 'silent' }), { lockMs: 1_000 });

await queues.work<{ doneAtStart: number }>('imports', 'long', async ({ data, attempt, signal }) => {
  const starts = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('start')).length;
  note(`start ${process.pid} attempt ${attempt}`);
  signal.addEventListener('abort', () => note(`aborted ${process.pid}`));
  while (starts < data.doneAtStart) await pause(20, undefined, { signal });
  note(`done ${process.pid}`);
});
note(`ready ${process.pid}`);
