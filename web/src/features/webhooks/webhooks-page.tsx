import { maxWebhooks } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useWebhooks } from './api';
import { NewWebhookDialog } from './new-webhook-dialog';
import { WebhookItem } from './webhook-item';
import './webhooks.css';

/** Addresses to which the product sends what changes, for administrators (docs/product/webhooks.md). */
export function WebhooksPage() {
  const { data, error, refetch } = useWebhooks();
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<number>();
  const add = (
    <Button className="words" disabled={!data || data.webhooks.length >= maxWebhooks} onClick={() => setAdding(true)}>
      <Icon name="plus-lg" />
      Add Webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Addresses to which Lead Finder sends what changes."
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={add}
      />
      {!data && error && (
        <ErrorBlock title="The webhooks could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Card>
          <CardSkeleton lines={4} />
        </Card>
      )}
      {data?.webhooks.length === 0 && (
        <StateBlock icon="broadcast" title="No webhooks yet" action={add}>
          Another program learns at once what changes, if you enter its address.
        </StateBlock>
      )}
      {data && data.webhooks.length > 0 && (
        <Card as="ul" className="lf-hooks">
          {data.webhooks.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              oldest={data.oldest}
              isOpen={opened === webhook.id}
              onToggle={() => setOpened(opened === webhook.id ? undefined : webhook.id)}
            />
          ))}
        </Card>
      )}
      {isAdding && <NewWebhookDialog onClose={() => setAdding(false)} onAdded={setOpened} />}
    </>
  );
}
