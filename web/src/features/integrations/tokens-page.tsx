import type { Role } from '@lead-finder/contracts';
import { useState } from 'react';
import { useSession } from '../../lib/session';
import { useCreateOwnToken, useOwnTokens, useRevokeOwnToken } from './api';
import { IntegrationPanel, ProgramsPage } from './integration-panel';
import { TokenDialog } from './token-dialog';
import { ownForm } from './token-form.rules';
import { TokenTable } from './token-table';

/** The tokens of the own account (docs/product/api-tokens.md#tokens-of-users). */
export function TokensPage() {
  const { user } = useSession();
  const query = useOwnTokens();
  const revoke = useRevokeOwnToken();
  const [isCreating, setCreating] = useState(false);
  return (
    <ProgramsPage
      title="API tokens"
      subtitle="Scripts use them to work in your name, with the rights that you have at that moment."
    >
      <IntegrationPanel
        title="Your tokens"
        hint="Shown once when created."
        query={query}
        count={query.data?.length}
        failure="Your tokens could not be loaded"
        add={{ label: 'Create token', onClick: () => setCreating(true) }}
        empty={{
          icon: 'key',
          title: 'No tokens yet',
          text: 'Create one for each script, with the scopes that it needs.',
        }}
      >
        <TokenTable tokens={query.data ?? []} revoke={revoke} consequence="Scripts that use it get 401." />
      </IntegrationPanel>
      {isCreating && user && <OwnTokenDialog role={user.role} onClose={() => setCreating(false)} />}
    </ProgramsPage>
  );
}

const OwnTokenDialog = ({ role, onClose }: { role: Role; onClose: () => void }) => (
  <TokenDialog
    title="Create API token"
    nameHint="What uses it, such as the name of a script."
    schema={ownForm}
    create={useCreateOwnToken()}
    role={role}
    onClose={onClose}
  />
);
