import type { IdentityProvider } from '@lead-finder/contracts';
import { useState } from 'react';
import { Badge, Button, Card, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/dates';
import { counted } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { PageSpinner } from '../../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useProviders, useRemoveProvider, useSetEnabled } from './api';
import { PasswordsPanel } from './passwords-panel';
import { ProviderAddresses } from './provider-addresses';
import { ProviderDialog } from './provider-dialog';
import { SignInLogPanel } from './sign-in-log-panel';

/** The identity providers and their sign-ins, for administrators (docs/product/sign-in.md#sign-in-settings). */
export function ProvidersPage() {
  const { data, error, refetch } = useProviders();
  const [edited, setEdited] = useState<IdentityProvider | 'new'>();
  const [removed, setRemoved] = useState<IdentityProvider>();
  const remove = useRemoveProvider();
  return (
    <>
      <PageHeader
        title="Sign-in"
        subtitle="Identity providers with which people sign in, beside their passwords."
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={
          <Button
            variant={data?.length ? 'outline-secondary' : 'primary'}
            aria-label="Add Provider"
            onClick={() => setEdited('new')}
          >
            <Icon name="plus-lg" />
            <span className="lbl">Add Provider</span>
          </Button>
        }
      />
      {error ? (
        <ErrorBlock title="The providers could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSpinner />
      ) : data.length === 0 ? (
        <StateBlock icon="box-arrow-in-right" title="No identity provider yet">
          Add one, and people sign in with the account of their company.
        </StateBlock>
      ) : (
        <div className="d-grid gap-3">
          {data.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() => setEdited(provider)}
              onRemove={() => setRemoved(provider)}
            />
          ))}
        </div>
      )}
      <PasswordsPanel />
      <SignInLogPanel />
      {edited && <ProviderDialog provider={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        show={removed !== undefined}
        title="Remove provider"
        action="Remove"
        pendingAction="Removing..."
        variant="danger"
        pending={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove.mutate(removed!.id, { onSuccess: () => setRemoved(undefined) })}
      >
        Nobody can sign in with {removed?.name} any more. Accounts and open sessions stay.
      </ConfirmDialog>
    </>
  );
}

interface ProviderCardProps {
  provider: IdentityProvider;
  onEdit: () => void;
  onRemove: () => void;
}

function TestBadge({ provider: { isTested, lastTest } }: { provider: IdentityProvider }) {
  const hasFailed = !isTested && lastTest?.state === 'failed';
  return (
    <Badge bg="" className={isTested ? 'b-good' : hasFailed ? 'b-bad' : 'b-viewed'}>
      {isTested ? 'Test passed' : hasFailed ? 'Test failed' : 'Not tested'}
    </Badge>
  );
}

function ProviderCard({ provider, onEdit, onRemove }: ProviderCardProps) {
  const toast = useToast();
  const { id, name, enabled, isTested, lastTest, linkedUsers, domains } = provider;
  const change = useSetEnabled();
  const setEnabled = (isOn: boolean) =>
    change.mutate({ id, enabled: isOn }, { onSuccess: () => toast.success(isOn ? `${name} is on` : `${name} is off`) });
  return (
    <Card as="section" aria-label={name}>
      <Card.Body>
        <div className="d-flex flex-wrap gap-2 align-items-center mb-2">
          <h2 className="h3 mb-0 text-break">{name}</h2>
          <TestBadge provider={provider} />
          <Form.Check
            type="switch"
            id={`provider-${id}`}
            className="ms-auto"
            label="On the sign-in page"
            aria-label={`Show ${name} on the sign-in page`}
            checked={enabled}
            disabled={change.isPending || (!enabled && !isTested)}
            onChange={(event) => setEnabled(event.target.checked)}
          />
        </div>
        <dl className="lf-provider-facts mb-3 small text-break">
          <ProviderAddresses provider={provider} />
          {domains.length > 0 && <dt>Domains</dt>}
          {domains.length > 0 && <dd>{domains.join(', ')}</dd>}
          <dt>Linked accounts</dt>
          <dd>{counted(linkedUsers, 'account')}</dd>
        </dl>
        {!isTested && lastTest && (
          <p className={`text-break ${enabled ? 'mb-3' : 'mb-2'}`}>
            Your last test, on {formatDateTime(lastTest.startedAt)}:{' '}
            {lastTest.state === 'failed' && lastTest.field && <b>Wrong: {lastTest.field}. </b>}
            {lastTest.message}
          </p>
        )}
        {!isTested && !enabled && (
          <p className="muted mb-3">A test of yours must pass with these settings before the provider can be on.</p>
        )}
        <div className="d-flex flex-wrap gap-2">
          <a
            className={`btn btn-${isTested ? 'outline-secondary' : 'primary'}`}
            href={paths.signInTest(id)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Test sign-in with ${name}`}
          >
            Test sign-in
          </a>
          <Link
            className="btn btn-outline-secondary"
            to={paths.provisioning(id)}
            aria-label={`Provisioning by ${name}`}
          >
            Provisioning
          </Link>
          <Button variant="outline-secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button variant="outline-secondary" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </Card.Body>
    </Card>
  );
}
