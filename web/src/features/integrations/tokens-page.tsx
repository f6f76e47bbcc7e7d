import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PageSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useOwnTokens, useRevokeOwnToken } from './api';
import { OwnTokenDialog } from './own-token-dialog';
import { TokenTable } from './token-table';

/** The tokens of the own account (docs/product/api-tokens.md#tokens-of-users). */
export function TokensPage() {
  const { user } = useSession();
  const { data, error, refetch } = useOwnTokens();
  const revoke = useRevokeOwnToken();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Icon name="plus-lg" />
      Create token
    </Button>
  );
  const hasTokens = data !== undefined && data.length > 0;
  return (
    <>
      <PageHeader
        title="API tokens"
        subtitle="Scripts use them to work in your name, with the rights that you have at that moment."
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={
          <>
            <a className="btn btn-ghost" aria-label="API guide" href="/api/docs">
              <Icon name="book" />
              <span className="lbl">API guide</span>
            </a>
            {hasTokens && create}
          </>
        }
      />
      <Card>
        {error ? (
          <ErrorBlock title="Your tokens could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <PageSpinner />
        ) : hasTokens ? (
          <TokenTable tokens={data} revoke={revoke} consequence="Scripts that use it get 401." />
        ) : (
          <StateBlock icon="key" title="No tokens yet" action={create}>
            Create one for each script, with the scopes that it needs.
          </StateBlock>
        )}
      </Card>
      {isCreating && user && <OwnTokenDialog role={user.role} onClose={() => setCreating(false)} />}
    </>
  );
}
