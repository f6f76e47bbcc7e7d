import { changeTypes, type ChangeType, type Webhook, type WebhookDelivery } from '@lead-finder/contracts';
import { formatDateTime } from '../../../lib/dates';
import { counted } from '../../../lib/numbers';

export const typeLabels: Record<ChangeType, string> = {
  'lead.created': 'Lead created',
  'lead.assigned': 'Lead assigned from a pool',
  'lead.reassigned': 'Lead reassigned',
  'lead.status_changed': 'Status changed',
  'lead.archived': 'Lead archived',
  'lead.restored': 'Lead restored',
  'lead.changed': 'Lead changed otherwise',
  'lead.deleted': 'Lead deleted',
  'activity.added': 'Activity added',
  'import.finished': 'Import finished',
  'user.created': 'User created',
  'user.changed': 'User changed',
  'user.deactivated': 'User deactivated',
  'user.deleted': 'User deleted',
};

export const typesText = (types: readonly ChangeType[]): string =>
  types.length === 0
    ? 'All changes'
    : changeTypes
        .filter((type) => types.includes(type))
        .map((type) => typeLabels[type])
        .join(', ');

const offTexts = {
  user: 'Off',
  failures: 'Off after three days of failures',
  gone: 'Off: the receiver wants nothing more',
  owner: 'Off: its owner is no administrator any more',
};
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const threeDaysMs = 3 * dayMs;

/** '12 minutes', '5 hours', '2 days'. */
function spanText(ms: number): string {
  if (ms < hourMs) return counted(Math.max(1, Math.floor(ms / minuteMs)), 'minute');
  return ms < 2 * dayMs ? counted(Math.floor(ms / hourMs), 'hour') : counted(Math.floor(ms / dayMs), 'day');
}

interface State {
  label: string;
  side: 'ok' | 'gone' | '';
}

export function stateOf({ active, offReason, failingSince }: Webhook, now = Date.now()): State {
  if (!active) return { label: offTexts[offReason ?? 'user'], side: offReason === 'user' ? '' : 'gone' };
  return failingSince === null
    ? { label: 'Working', side: 'ok' }
    : { label: `Failing for ${spanText(now - Date.parse(failingSince))}`, side: 'gone' };
}

/** What is wrong, and what follows from it. */
export interface WebhookProblem {
  fact: string;
  text: string;
}

export function problemOf(webhook: Webhook): WebhookProblem | null {
  const { active, offReason, failingSince, waiting, nextAttemptAt, owner } = webhook;
  const wait = `${counted(waiting, 'change waits', 'changes wait')}, in order.`;
  const goesOn = 'it goes on where it stopped, as far as changes are stored.';
  if (active) {
    if (failingSince === null) return null;
    const off = formatDateTime(Date.parse(failingSince) + threeDaysMs);
    const next = nextAttemptAt === null ? '' : ` The next attempt is at ${formatDateTime(nextAttemptAt)}.`;
    return {
      fact: `No delivery since ${formatDateTime(failingSince)}.`,
      text: `${wait}${next} If it still fails on ${off}, it is switched off and ${owner} gets a notification. Nothing is lost: you can replay what is stored.`,
    };
  }
  if (offReason === 'failures')
    return {
      fact: 'Switched off after three days of failures.',
      text: `${wait} Switch it on when the receiver works again: ${goesOn}`,
    };
  if (offReason === 'gone')
    return {
      fact: 'The receiver answered 410, it wants nothing more.',
      text: `Remove the webhook, or switch it on if that was a mistake: ${goesOn}`,
    };
  if (offReason === 'owner')
    return {
      fact: `${owner} is no administrator any more.`,
      text: `${wait} If you switch it on, it is yours, and ${goesOn}`,
    };
  return null;
}

export const answerText = ({ status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>): string =>
  status === null ? (problem ?? 'No answer') : String(status);

export const tookText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

export const isDelivered = ({ status }: Pick<WebhookDelivery, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
