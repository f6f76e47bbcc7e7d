import { KeysDialog } from '../../../ui/keys-dialog';
import { statusLabel } from '../../../ui/lead-status';
import { otherKeys, outcomes } from './outcomes.rules';

const nextStep = (days: number | null): string =>
  days === null ? 'no next step' : `next step in ${days} working ${days === 1 ? 'day' : 'days'}`;

const rows = [
  ...outcomes.map(({ key, label, status, nextIn }) => ({
    keys: [key],
    does: `${label}: ${statusLabel(status)}, ${nextStep(nextIn)}`,
  })),
  ...otherKeys.map(({ key, does }) => ({ keys: [key], does })),
];

export const LeadKeysDialog = ({ onClose }: { onClose: () => void }) => (
  <KeysDialog rows={rows} note="No key does anything while you type." onClose={onClose} />
);
