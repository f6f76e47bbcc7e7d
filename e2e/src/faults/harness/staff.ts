import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeadStatus, User } from '@lead-finder/contracts';
import type { Dice } from './dice.js';
import type { Addition, Ledger } from './ledger.js';
import type { UserClient } from './user-client.js';

const statuses: LeadStatus[] = ['new', 'in_progress', 'recontact', 'closed_won', 'closed_lost'];

/** The work of one user: calls on these leads, one after another. */
export interface Work {
  client: UserClient;
  leads: number[];
  ledger: Ledger;
  dice: Dice;
  stopping: AbortSignal;
  /** The shortest moment after so many calls, in milliseconds. The longest is three times as long. */
  momentMs(calls: number): number;
  /** The users to whom an administrator reassigns leads. */
  others?: User[];
}

/** Changes leads and adds activities until `stopping` aborts. An administrator also reassigns and deletes leads. */
export async function work(job: Work): Promise<void> {
  for (let n = 0; !job.stopping.aborted; n++) {
    const isAnswered = await step(job, n);
    // A user waits a moment after a failed call.
    await pause(isAnswered ? job.dice.between(job.momentMs(n), 3 * job.momentMs(n)) : 250);
  }
}

async function step(job: Work, n: number): Promise<boolean> {
  const { leads, ledger, dice } = job;
  const leadId = dice.pick(leads);
  if (ledger.deletions.has(leadId)) return true;
  const kind = dice.between(0, 99);
  if (kind < 35) return change(job, leadId, 'status', dice.pick(statuses), 'business-status', (status) => ({ status }));
  if (kind < 55)
    return change(job, leadId, 'notes', `Note ${n} of ${job.client.username}`, 'business-notes', (notes) => ({
      notes,
    }));
  if (kind < 65) {
    const contact = `Contact ${n} of ${job.client.username}`;
    return change(job, leadId, 'contactPerson', contact, 'business-custom-fields', (contactPerson) => ({
      customFields: { contactPerson },
    }));
  }
  if (job.others && kind < 72) return handOver(job, leadId, dice.pick(job.others));
  if (job.others && kind < 74) return remove(job, leadId);
  return addActivity(job, leadId);
}

async function change(
  { client, ledger }: Work,
  leadId: number,
  field: 'status' | 'notes' | 'contactPerson',
  value: string,
  path: string,
  bodyOf: (value: string) => object,
): Promise<boolean> {
  if (!ledger.isSettled(leadId, field)) return true;
  const outcome = await client.send('PATCH', `/api/${path}/${leadId}`, bodyOf(value));
  if (outcome.kind === 'refused') refused(ledger, client, outcome);
  else ledger.wrote(leadId, field, value, outcome.kind === 'done');
  return outcome.kind === 'done';
}

/** A lead that the user has already gives 409 and does not change. */
async function handOver({ client, ledger }: Work, leadId: number, to: User): Promise<boolean> {
  if (!ledger.isSettled(leadId, 'owner')) return true;
  const outcome = await client.send(
    'POST',
    `/api/reassign-business/${leadId}`,
    { newUserId: to.id },
    { 'idempotency-key': randomUUID() },
  );
  if (outcome.kind === 'refused') refused(ledger, client, outcome, 409);
  else ledger.wrote(leadId, 'owner', String(to.id), outcome.kind === 'done');
  return outcome.kind === 'done';
}

async function remove({ client, ledger }: Work, leadId: number): Promise<boolean> {
  const outcome = await client.send('DELETE', `/api/business/${leadId}/delete`);
  if (outcome.kind === 'refused') refused(ledger, client, outcome);
  else ledger.deleted(leadId, outcome.kind === 'done');
  return outcome.kind === 'done';
}

/** Adds an activity with an idempotency key, so that an unanswered call can be repeated. */
export async function addActivity(
  { client, ledger }: Pick<Work, 'client' | 'ledger'>,
  leadId: number,
): Promise<boolean> {
  const key = randomUUID();
  const addition = { leadId, text: `Activity ${key}`, key, by: client.username };
  const outcome = await sendActivity(client, addition);
  if (outcome.kind === 'refused') refused(ledger, client, outcome);
  else ledger.added({ ...addition, isSure: outcome.kind === 'done' });
  return outcome.kind === 'done';
}

/** Sends an addition by its idempotency key. */
export const sendActivity = (client: UserClient, { leadId, text, key }: Pick<Addition, 'leadId' | 'text' | 'key'>) =>
  client.send('POST', `/api/contact-activity/${leadId}`, { type: 'call', notes: text }, { 'idempotency-key': key });

/** Records an unexpected refusal: all these requests are valid. 401 is recorded already. */
function refused(
  ledger: Ledger,
  client: UserClient,
  { status, why }: { status: number; why: string },
  ...expected: number[]
): void {
  if (status !== 401 && !expected.includes(status)) ledger.unexpectedResponses.push(`${client.username}: ${why}`);
}
