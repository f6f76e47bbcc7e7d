import { changeTypes, type ChangeType, type Webhook, type WebhookDelivery } from '@lead-finder/contracts';
import { formatDateTime, formatRelative } from '../../lib/dates';
import { counted } from '../../lib/numbers';

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
const threeDaysMs = 72 * 3_600_000;

interface State {
  label: string;
  side: 'ok' | 'gone' | '';
}

export function stateOf({ active, offReason, failingSince }: Webhook, now = Date.now()): State {
  if (!active) return { label: offTexts[offReason ?? 'user'], side: offReason === 'user' ? '' : 'gone' };
  return failingSince === null
    ? { label: 'Working', side: 'ok' }
    : { label: `Failing since ${formatRelative(failingSince, now)}`, side: 'gone' };
}

/** What a failing webhook says to its administrators. */
export function failureText({ failingSince, waiting, nextAttemptAt, owner }: Webhook): string | null {
  if (failingSince === null) return null;
  const off = formatDateTime(Date.parse(failingSince) + threeDaysMs);
  const next = nextAttemptAt === null ? '' : ` The next attempt is at ${formatDateTime(nextAttemptAt)}.`;
  return `${counted(waiting, 'change waits', 'changes wait')}, in order.${next} If it still fails on ${off}, it is switched off and ${owner} gets a notification.`;
}

export const answerText = ({ status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>): string =>
  status === null ? (problem ?? 'No answer') : String(status);

export const isDelivered = ({ status }: Pick<WebhookDelivery, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
