import type { ServiceToken } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Icon } from '../../ui/icon';
import { PageSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useRevokeServiceToken, useServiceTokens } from './api';
import { ServiceTokenDialog } from './service-token-dialog';
import { TokenTable } from './token-table';

const roleNames = { admin: 'Admin', manager: 'Manager', user: 'User' } as const;
const actsAs = ({ role, team }: ServiceToken) =>
  `${roleNames[role]} · ${team?.name ?? (role === 'admin' ? 'all teams' : 'no team')}`;

/** The tokens of services (docs/product/api-tokens.md#service-tokens). */
export function ServiceTokensPanel() {
  const { data, error, refetch } = useServiceTokens();
  const revoke = useRevokeServiceToken();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button variant={data?.length === 0 ? 'primary' : 'outline-secondary'} onClick={() => setCreating(true)}>
      <Icon name="plus-lg" />
      Create token
    </Button>
  );
  const hasTokens = data !== undefined && data.length > 0;
  return (
    <Card as="section" aria-label="Service tokens">
      <Card.Header className="d-flex flex-wrap gap-2 align-items-center">
        <h2 className="h5 mb-0">Service tokens</h2>
        <span className="muted small flex-grow-1">
          Each has a role of its own, and outlives the person who created it.
        </span>
        {hasTokens && create}
      </Card.Header>
      {error ? (
        <ErrorBlock title="The service tokens could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSpinner />
      ) : hasTokens ? (
        <TokenTable
          tokens={data}
          revoke={revoke}
          actsAs={actsAs}
          consequence="Its account ends, and so do its jobs. What it did stays under its name."
        />
      ) : (
        <StateBlock icon="plug" title="No service tokens yet" action={create}>
          Create one for each service that reads or writes here, such as a nightly import.
        </StateBlock>
      )}
      {isCreating && <ServiceTokenDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}
