import { maxWebhooks } from '@lead-finder/contracts';
import { useState } from 'react';
import { IntegrationPanel } from '../integration-panel';
import { useWebhooks } from './api';
import { NewWebhookDialog } from './new-webhook-dialog';
import { WebhookItem } from './webhook-item';
import './webhooks.css';

/** Addresses to which the product sends what changes (docs/product/webhooks.md#page-of-the-webhooks). */
export function WebhooksPanel() {
  const query = useWebhooks();
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<number>();
  const { webhooks, oldest = null } = query.data ?? {};
  return (
    <>
      <IntegrationPanel
        id="webhooks"
        title="Webhooks"
        hint="Addresses to which Lead Finder sends what changes."
        query={query}
        count={webhooks?.length}
        failure="The webhooks could not be loaded"
        add={{
          label: 'Add webhook',
          disabled: webhooks !== undefined && webhooks.length >= maxWebhooks,
          onClick: () => setAdding(true),
        }}
        empty={{
          icon: 'broadcast',
          title: 'No webhooks yet',
          text: 'Another program learns at once what changes, if you enter its address.',
        }}
      >
        <ul className="lf-hooks">
          {webhooks?.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              oldest={oldest}
              isOpen={opened === webhook.id}
              onToggle={() => setOpened(opened === webhook.id ? undefined : webhook.id)}
            />
          ))}
        </ul>
      </IntegrationPanel>
      {isAdding && <NewWebhookDialog onClose={() => setAdding(false)} onAdded={setOpened} />}
    </>
  );
}
