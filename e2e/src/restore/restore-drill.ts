import { rmSync } from 'node:fs';
import path from 'node:path';
import type { ImportResponse, WeeklyContacts } from '@lead-finder/contracts';
import { eventually, runFolder } from '@lead-finder/testing';
import { unhandledEvents } from '../faults/harness/waiting-work.js';
import { signedIn } from '../product/api.js';
import { openServers, putDemoData, runCommand, startBeside, type Servers } from '../product/product.js';
import { atRest, differences, storedData, unsentEvents } from './stored-data.js';

export interface DrillResult {
  /** What is not as it was: tables, sequences, uploads, and what users see. */
  differences: string[];
  seconds: { backup: number; restore: number; unavailable: number };
}

export interface DrillOptions {
  leads: number;
  /** Changes what was restored before it is compared. */
  spoil?: (restored: Servers) => Promise<void>;
}

const running = new Set<{ stop(): Promise<void> }>();

/** Ends the servers and processes of a drill that was interrupted. */
export async function closeDrill(): Promise<void> {
  for (const each of [...running].reverse()) await each.stop();
  running.clear();
}

/**
 * Backs up a running product, kills it with its servers, restores the backup into empty servers, starts the product there,
 * and compares all that is stored with what was there before.
 */
export async function restoreDrill(options: DrillOptions): Promise<DrillResult> {
  const folder = runFolder('restore-drill');
  try {
    return await drill(folder, options);
  } finally {
    await closeDrill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drill(folder: string, { leads, spoil }: DrillOptions): Promise<DrillResult> {
  const source = await openSource(path.join(folder, 'source'), leads);
  const product = await opened(startBeside(source));
  const fileId = await checkFile(product.url);
  await untilIdle(source);
  const seen = await seenBySam(product.url);
  const backup = await backUp(source, path.join(folder, 'backup'));
  await product.kill9({ postgres: true });
  running.clear();

  const toFirstList = stopwatch();
  const target = await opened(openServers(path.join(folder, 'target')));
  await runCommand(['restore', backup.folder], target.settings);
  const restore = toFirstList();
  await spoil?.(target);
  const restored = await storedData(target);

  const toRestart = stopwatch();
  const again = await opened(startBeside(target));
  const seenAgain = await seenBySam(again.url);
  const unavailable = restore + toRestart();
  // The new NATS is empty, so the events of the last seven days are sent again. They must change nothing.
  await untilIdle(target);
  const afterStart = differences(atRest(restored), atRest(await storedData(target)));
  return {
    differences: [
      ...differences(backup.content, restored),
      ...afterStart.map((line) => `after the start: ${line}`),
      ...(seenAgain === seen ? [] : [`sam saw ${seen} and now sees ${seenAgain}`]),
      ...(await problemsOfUpload(again.url, fileId)),
    ],
    seconds: { backup: backup.seconds, restore, unavailable },
  };
}

async function openSource(dataDir: string, leads: number): Promise<Servers> {
  await putDemoData(dataDir);
  const servers = await opened(openServers(dataDir));
  if (leads > 0) await runCommand(['seed', '--leads', String(leads)], servers.settings);
  return servers;
}

/** Backs up until nothing was written meanwhile: a running product rolls up counts and expires rows by itself. */
async function backUp(source: Servers, folder: string, attempt = 1) {
  const content = await storedData(source);
  const duration = stopwatch();
  const own = `${folder}-${attempt}`;
  await runCommand(['backup', own], source.settings);
  const seconds = duration();
  const isAtRest = differences(content, await storedData(source)).length === 0;
  if (isAtRest || attempt === 5) return { folder: own, content, seconds };
  return backUp(source, folder, attempt + 1);
}

async function opened<T extends { stop(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const what = await opening;
  running.add(what);
  return what;
}

function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}

const rows = 20_000;

/** Checks a file without importing it, after which the product retains the upload. Returns its id. */
async function checkFile(url: string): Promise<string> {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Drill Works ${row},"${row} Main St, Austin, TX 78701, USA",sam`,
  );
  const file = new File([['Business Name,Address,User', ...lines].join('\n')], 'leads.csv');
  const { fileId } = await startImport(url, { file, dryRun: 'true' });
  return fileId!;
}

async function startImport(url: string, fields: Record<string, string | File>): Promise<ImportResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const admin = await signedIn(url, 'admin');
  const response = await admin.fetch('/api/businesses/import', { method: 'POST', body: form });
  if (!response.ok) throw new Error(`The import was refused: ${response.status} ${await response.text()}`);
  return (await response.json()) as ImportResponse;
}

async function problemsOfUpload(url: string, fileId: string): Promise<string[]> {
  const { importResults } = await startImport(url, { fileId });
  const { successful } = importResults!;
  return successful === rows ? [] : [`${successful} of ${rows} rows of the restored upload were imported`];
}

async function seenBySam(url: string): Promise<string> {
  const sam = await signedIn(url, 'sam');
  const list = await sam.fetch('/api/my-businesses?page=1&pageSize=1');
  const { count } = await sam.get<WeeklyContacts>('/api/weekly-contacts');
  return `${list.headers.get('x-total-count')} leads and ${count} contacts of this week`;
}

/** Waits until every event was sent and handled. */
async function untilIdle({ postgres, nats }: Servers): Promise<void> {
  await eventually(
    async () => {
      const waiting = [...(await unsentEvents(postgres.url)), ...(await unhandledEvents(nats.url))];
      if (waiting.length > 0) throw new Error(waiting.join('\n'));
    },
    { within: 120_000 },
  );
}
