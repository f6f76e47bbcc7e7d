import type { ApiToken, ServiceToken } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Table } from 'react-bootstrap';
import { formatDate, formatRelative } from '../../lib/dates';
import { ConfirmDialog } from '../../ui/dialogs';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { endOf } from './token-form.rules';
import './tokens.css';

interface TokenTableProps<T extends ApiToken> {
  tokens: readonly T[];
  revoke: { mutate: (id: number, done: () => void) => void; isPending: boolean };
  /** What ends with the token. */
  consequence: string;
  /** The cell 'Acts as' of a service. */
  actsAs?: (token: T) => string;
}

/** The tokens, on phones one card each. */
export function TokenTable<T extends ApiToken | ServiceToken>({
  tokens,
  revoke,
  consequence,
  actsAs,
}: TokenTableProps<T>) {
  const [revoked, setRevoked] = useState<T>();
  return (
    <>
      <div className="lf-wrap">
        <Table hover className="lf-stack tokens">
          <thead>
            <tr>
              <th>Name</th>
              <th>Begins with</th>
              {actsAs && <th>Acts as</th>}
              <th>May</th>
              <th>Last use</th>
              <th>Ends</th>
              <th className="r">Actions</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.id}>
                <td className="name text-break">
                  <span className="d-block">{token.name}</span>
                  {token.networks.length > 0 && (
                    <span className="muted small d-block">From {token.networks.join(', ')}</span>
                  )}
                </td>
                <td data-label="Begins with">
                  <code className="text-reset">{token.beginsWith}</code>
                </td>
                {actsAs && (
                  <td className="soft" data-label="Acts as">
                    {actsAs(token)}
                  </td>
                )}
                <td className="soft scopes" data-label="May">
                  {token.scopes.join(', ')}
                </td>
                <td className="soft" data-label="Last use">
                  {token.lastUsedAt ? <RelativeTime moment={token.lastUsedAt} /> : 'Never'}
                </td>
                <td className="text-nowrap" data-label="Ends">
                  <End expiresAt={token.expiresAt} />
                </td>
                <td className="r c-acts">
                  <Button
                    size="sm"
                    variant="outline-danger"
                    aria-label={`Revoke the token ${token.name}, ${token.beginsWith}`}
                    onClick={() => setRevoked(token)}
                  >
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <ConfirmDialog
        show={revoked !== undefined}
        title="Revoke token"
        action="Revoke"
        pendingAction="Revoking..."
        variant="danger"
        pending={revoke.isPending}
        onClose={() => setRevoked(undefined)}
        onConfirm={() => revoke.mutate(revoked!.id, () => setRevoked(undefined))}
      >
        <b className="text-break">{revoked?.name}</b> stops working within a second. {consequence}
      </ConfirmDialog>
    </>
  );
}

function End({ expiresAt }: { expiresAt: string }) {
  const end = endOf(expiresAt, Date.now());
  if (end === 'expired') return <span className="lf-biz gone">Expired {formatDate(expiresAt)}</span>;
  if (end === 'later') return <>{formatDate(expiresAt)}</>;
  return (
    <span className="text-warning-emphasis" title={formatDate(expiresAt)}>
      <Icon name="exclamation-triangle-fill" />{' '}
      {formatRelative(expiresAt).replace(/^./, (first) => first.toUpperCase())}
    </span>
  );
}
