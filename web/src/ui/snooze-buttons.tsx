import { Button } from 'react-bootstrap';

export type Snooze = 'hour' | 'tomorrow' | 'week';

const choices: readonly { by: Snooze; label: string }[] = [
  { by: 'hour', label: 'In 1 hour' },
  { by: 'tomorrow', label: 'Tomorrow' },
  { by: 'week', label: 'Next week' },
];

interface SnoozeButtonsProps {
  /** Of which follow-up, for screen readers. */
  name: string;
  disabled?: boolean;
  onSnooze: (by: Snooze) => void;
}

/** Moves a due follow-up (docs/product/one-lead.md#follow-ups). */
export const SnoozeButtons = ({ name, disabled, onSnooze }: SnoozeButtonsProps) => (
  <div className="d-flex flex-wrap gap-1" role="group" aria-label={`Snooze: ${name}`}>
    {choices.map(({ by, label }) => (
      <Button key={by} variant="outline-secondary" size="sm" disabled={disabled} onClick={() => onSnooze(by)}>
        {label}
      </Button>
    ))}
  </div>
);
