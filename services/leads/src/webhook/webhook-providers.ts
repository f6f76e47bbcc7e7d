import { SERVICE_SETTINGS } from '@lead-finder/platform';
import type { Provider } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHttps } from './webhook-https.js';
import { WebhookLeases } from './webhook-leases.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker } from './webhook-worker.js';
import { Webhooks } from './webhooks.js';

export const webhookProviders: Provider[] = [
  {
    provide: WebhookHttps,
    useFactory: ({ INTERNAL_WEBHOOKS }: LeadsSettings) => new WebhookHttps(INTERNAL_WEBHOOKS),
    inject: [SERVICE_SETTINGS],
  },
  WebhookDeliveries,
  WebhookLeases,
  WebhookSender,
  WebhookWorker,
  Webhooks,
];
