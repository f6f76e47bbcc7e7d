import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@lead-finder/testing';
import { Dice } from './dice.js';
import { found, type Evidence, type Finding, type Invariant } from './evidence.js';
import type { Fault } from './fault.js';
import { ImportedFile, startImport } from './imported-file.js';
import { invariants } from './invariants.js';
import { Ledger } from './ledger.js';
import { Load } from './load.js';
import { endedSession, UserClient, type CallResult } from './user-client.js';
import { addActivity, sendActivity } from './staff.js';
import { Stage } from './stage.js';
import { unfinishedJobs, unhandledEvents } from './waiting-work.js';
import { usernames } from './team.js';
import type { World } from './world.js';

/** `by` names the invariant that found it, or the fault. */
type Broken = Finding & { by: string };

/** The result of one fault. */
export interface Outcome {
  fault: string;
  seed: number;
  /** Null if the product did not recover. */
  recoveredMs: number | null;
  acknowledged: number;
  unanswered: number;
  /** p95 of the requests of the users at work, in milliseconds, before an abuse and during it. */
  p95?: { before: number; during: number };
  findings: Broken[];
}

const search = { businessType: 'dentist', location: 'Austin, TX', maxResults: 5, pageSize: 5 };
const recoverWithin = 120_000;
const importWithin = 180_000;
const settleWithin = 60_000;
/** The load continues for this time after the recovery. */
const afterwardsMs = 1_000;

/** Starts the load, runs one fault, waits until the product has recovered and is quiet, and checks all invariants. */
export async function runFault(world: World, fault: Fault, seed: number, rows: number): Promise<Outcome> {
  const dice = new Dice(seed, fault.name);
  const ledger = (world.ledger = new Ledger());
  const afterLead = await world.lastLead();
  const name = `${fault.name} ${seed} ${dice.between(1, 1e6)}`;
  const leads = await world.freshLeads(`Fresh ${name}`);
  const ended = await endedSession(world.product.url, 'will');
  const imported = await startImport(world.admin, new ImportedFile(name, rows, usernames));
  const stage = new Stage(world, dice, { ...imported, mayStop: fault.losesUploads ?? false });
  const load = new Load(world, leads, imported.id, ended, seed, world.isAlone || fault.comparesWaits === true);
  let recoveredMs: number | null = null;
  const steps = [
    () => fault.act(stage),
    async () => void (recoveredMs = await recovery(world, load, imported.id)),
    () => pause(afterwardsMs),
    async () => void (await Promise.all(stage.imports.map(({ id }) => world.importEnds(id, importWithin)))),
  ];
  // The steps after a failed one still run: they show what else is broken.
  for (const step of steps) {
    await step().catch((error: unknown) =>
      stage.findings.push(...found('wrong', 'it did not come so far', [String(error)])),
    );
  }
  await load.stop();
  await askAgain(world);
  const evidence = evidenceOf(world, stage, afterLead);
  const findings = [
    ...stage.findings.map((finding) => ({ ...finding, by: fault.name })),
    ...(await onceQuiet(evidence)),
    ...(await broken(
      invariants.filter(({ isEventual }) => !isEventual),
      evidence,
    )),
  ];
  const { before, during } = ledger.abuse;
  const p95 = during.count > 0 ? { before: before.p95(), during: during.p95() } : undefined;
  return {
    fault: fault.name,
    seed,
    recoveredMs,
    acknowledged: ledger.acknowledged,
    unanswered: ledger.unanswered,
    findings,
    ...(p95 && { p95 }),
  };
}

/** Returns the milliseconds until every process is ready and one call of each kind succeeds in the same attempt. */
async function recovery(world: World, load: Load, importId: number): Promise<number> {
  const begun = performance.now();
  const { client, leadId } = load.steadyLead();
  const done = async (outcome: Promise<CallResult>) => {
    const answer = await outcome;
    if (answer.kind !== 'done') throw new Error(answer.why);
  };
  const attempt = async () => {
    // A sign-in costs much, so it is tried only when it may succeed.
    await world.product.ready(0);
    await Promise.all([
      UserClient.signIn(world.product.url, 'will', () => world.ledger),
      done(world.admin.poll(`/api/imports/${importId}`)),
      done(world.admin.poll('/api/weekly-contacts')),
      done(world.admin.poll('/api/my-businesses?page=1&pageSize=5')),
      done(world.admin.send('POST', '/api/search-businesses', search)),
    ]);
    if (!(await addActivity({ client, ledger: world.ledger }, leadId))) throw new Error('A write was not acknowledged');
  };
  await eventually(attempt, { within: recoverWithin });
  return performance.now() - begun;
}

/** Repeats the unanswered additions and some acknowledged ones by their keys. No addition may take effect twice. */
async function askAgain(world: World): Promise<void> {
  const { ledger } = world;
  const all = [...ledger.additions.values()].filter(({ leadId }) => !ledger.deletions.has(leadId));
  const again = [...all.filter(({ isSure }) => !isSure), ...all.filter(({ isSure }) => isSure).slice(-5)];
  for (const addition of again) {
    const outcome = await sendActivity(world.client(addition.by), addition);
    if (outcome.kind === 'done') ledger.confirmed(addition);
  }
}

function evidenceOf(world: World, { imports }: Stage, afterLead: number): Evidence {
  const { product } = world;
  const waiting = async () => [
    ...(await unfinishedJobs(await product.redisUrl())),
    ...(await unhandledEvents(product.servers.nats.url)),
  ];
  const { records, ledger, spoilt, isAlone } = world;
  return { records, ledger, imports, afterLead, spoilt, isAlone, waiting };
}

/** Returns the last findings of the eventual invariants if they do not hold in time. */
async function onceQuiet(evidence: Evidence): Promise<Broken[]> {
  const coming = invariants.filter(({ isEventual }) => isEventual);
  let last: Broken[] = [];
  const judge = async () => {
    last = await broken(coming, evidence);
    if (last.length > 0) throw new Error(last[0]!.what);
  };
  await eventually(judge, { within: settleWithin }).catch((error: unknown) => {
    if (last.length === 0) throw error;
  });
  return last;
}

async function broken(looked: readonly Invariant[], evidence: Evidence): Promise<Broken[]> {
  const findings: Broken[] = [];
  for (const { id, name, check } of looked) {
    for (const finding of await check(evidence)) findings.push({ ...finding, by: `${id}, ${name}` });
  }
  return findings;
}
