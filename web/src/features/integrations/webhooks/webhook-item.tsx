import type { Webhook } from '@lead-finder/contracts';
import { useId } from 'react';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { stateOf, typesText } from './webhook-texts.rules';
import { WebhookPanel } from './webhook-panel';

interface WebhookItemProps {
  webhook: Webhook;
  oldest: string | null;
  isOpen: boolean;
  onToggle: () => void;
}

/** A line, which opens to everything about the webhook. */
export function WebhookItem({ webhook, oldest, isOpen, onToggle }: WebhookItemProps) {
  const panelId = useId();
  const { label, side } = stateOf(webhook);
  return (
    <li>
      <button type="button" className="lf-hook" aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        <span className="txt">
          <b className="text-break">{webhook.url}</b>
          <span className="muted">
            {typesText(webhook.types)} · by {webhook.owner}
          </span>
        </span>
        <span className={`lf-biz ${side}`.trimEnd()}>{label}</span>
        <span className="muted num waiting">{formatNumber(webhook.waiting)} waiting</span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </button>
      <div id={panelId}>{isOpen && <WebhookPanel webhook={webhook} oldest={oldest} />}</div>
    </li>
  );
}
