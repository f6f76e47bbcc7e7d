import { ProgramsPage } from './integration-panel';
import { ServiceTokensPanel } from './service-tokens-panel';
import { WebhooksPanel } from './webhooks/webhooks-panel';

/** What other systems do here and learn from here, for administrators (docs/product/api-tokens.md#service-tokens). */
export const IntegrationsPage = () => (
  <ProgramsPage
    title="Integrations"
    subtitle="Programs that read or write here, and addresses that are told what happens."
  >
    <ServiceTokensPanel />
    <WebhooksPanel />
  </ProgramsPage>
);
