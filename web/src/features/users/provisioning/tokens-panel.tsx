import type { Provisioning, ScimToken } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/text-field';
import { CopyButton } from '../../../ui/copy-button';
import { useCreateToken, useRemoveToken } from './api';

interface TokensPanelProps {
  id: number;
  provisioning: Pick<Provisioning, 'address' | 'tokens'>;
}

/** Shows the address and the tokens. Two are valid, so that the provider gets the new one before the old one ends. */
export function TokensPanel({ id, provisioning: { address, tokens } }: TokensPanelProps) {
  const create = useCreateToken(id);
  const remove = useRemoveToken(id);
  const [removed, setRemoved] = useState<ScimToken>();
  return (
    <Card as="section" aria-label="Connection">
      <Card.Body>
        <h2 className="h5">Connection</h2>
        <TextField
          label="Address, to enter at the provider"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <p className="mb-3">
          <CopyButton label="Copy the address" text={address} />
        </p>
        {create.data && (
          <Notice kind="success" role="note">
            <TextField
              label="New token"
              hint="Copy it now: it is never shown again."
              readOnly
              value={create.data.token}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton label="Copy the token" text={create.data.token} />
          </Notice>
        )}
        {tokens.length === 0 ? (
          <p className="muted">No token yet. The provider needs one to create accounts.</p>
        ) : (
          <ul className="list-unstyled">
            {tokens.map((token) => (
              <li key={token.id} className="d-flex flex-wrap gap-2 align-items-center mb-2">
                <span className="flex-grow-1">
                  Token of {formatDateTime(token.createdAt)}
                  {token.createdBy && `, by ${token.createdBy}`}
                  <span className="muted small d-block">
                    {token.lastUsedAt ? `Last used ${formatDateTime(token.lastUsedAt)}` : 'Not used yet'}
                  </span>
                </span>
                <Button
                  size="sm"
                  variant="outline-danger"
                  aria-label={`Remove the token of ${formatDateTime(token.createdAt)}`}
                  onClick={() => setRemoved(token)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant={tokens.length === 0 ? 'primary' : 'outline-secondary'}
          disabled={create.isPending || tokens.length >= 2}
          onClick={() => create.mutate(undefined)}
        >
          {tokens.length === 0 ? 'Create token' : 'Renew token'}
        </Button>
        {tokens.length >= 2 && (
          <p className="form-text mb-0">Both tokens work. Remove the old one when the provider has the new one.</p>
        )}
      </Card.Body>
      <ConfirmDialog
        show={removed !== undefined}
        title="Remove token"
        action="Remove"
        pendingAction="Removing..."
        variant="danger"
        pending={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove.mutate(removed!.id, { onSuccess: () => setRemoved(undefined) })}
      >
        The provider cannot change accounts with this token any more. Accounts stay as they are.
      </ConfirmDialog>
    </Card>
  );
}
