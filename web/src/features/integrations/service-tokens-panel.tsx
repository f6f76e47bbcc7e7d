import type { ServiceToken } from '@lead-finder/contracts';
import { useState } from 'react';
import { useRevokeServiceToken, useServiceTokens } from './api';
import { IntegrationPanel } from './integration-panel';
import { ServiceTokenDialog } from './service-token-dialog';
import { TokenTable } from './token-table';

const roleNames = { admin: 'Admin', manager: 'Manager', user: 'User' } as const;
const actsAs = ({ role, team }: ServiceToken) =>
  `${roleNames[role]} · ${team?.name ?? (role === 'admin' ? 'all teams' : 'no team')}`;

/** The tokens of services (docs/product/api-tokens.md#service-tokens). */
export function ServiceTokensPanel() {
  const query = useServiceTokens();
  const revoke = useRevokeServiceToken();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <IntegrationPanel
        title="Service tokens"
        hint="For programs. Shown once when created; people make their own under their name."
        query={query}
        count={query.data?.length}
        failure="The service tokens could not be loaded"
        add={{ label: 'Create token', onClick: () => setCreating(true) }}
        empty={{
          icon: 'plug',
          title: 'No service tokens yet',
          text: 'Create one for each service that reads or writes here, such as a nightly import.',
        }}
      >
        <TokenTable
          tokens={query.data ?? []}
          revoke={revoke}
          actsAs={actsAs}
          consequence="Its account ends, and so do its jobs. What it did stays under its name."
        />
      </IntegrationPanel>
      {isCreating && <ServiceTokenDialog onClose={() => setCreating(false)} />}
    </>
  );
}
