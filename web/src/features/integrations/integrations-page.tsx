import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { ServiceTokensPanel } from './service-tokens-panel';

/** What other systems do here, for administrators (docs/product/api-tokens.md#service-tokens). */
export const IntegrationsPage = () => (
  <>
    <PageHeader
      title="Integrations"
      subtitle="Services that read or write here."
      back={{ to: paths.home, label: 'Back to Dashboard' }}
      actions={
        <a className="btn btn-ghost" aria-label="API guide" href="/api/docs">
          <Icon name="book" />
          <span className="lbl">API guide</span>
        </a>
      }
    />
    <div className="d-grid gap-3">
      <ServiceTokensPanel />
    </div>
  </>
);
