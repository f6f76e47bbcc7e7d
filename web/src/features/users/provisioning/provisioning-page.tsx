import { useParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { PageHeader } from '../../../ui/page-header';
import { PageSpinner } from '../../../ui/spinner';
import { ErrorBlock } from '../../../ui/state-block';
import { useProviders } from '../sign-in/api';
import { useProvisioning } from './api';
import { GroupRulesPanel } from './group-rules-panel';
import { LeaversPanel } from './leavers-panel';
import { LinkPanel } from './link-panel';
import { TokensPanel } from './tokens-panel';

/** Users and groups that come from one provider by SCIM (docs/product/provisioning.md#provisioning-page). */
export function ProvisioningPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useProvisioning(id);
  const name = (useProviders().data ?? []).find((provider) => provider.id === id)?.name ?? 'the provider';
  return (
    <>
      <PageHeader
        title="Provisioning"
        subtitle={`Accounts and groups that ${name} creates, changes and deactivates by SCIM.`}
        back={{ to: paths.signIn, label: 'Back to Sign-in' }}
      />
      {error ? (
        <ErrorBlock title="Provisioning could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSpinner />
      ) : (
        <div className="d-grid gap-3">
          <TokensPanel id={id} provisioning={data} />
          <LinkPanel id={id} users={data.users} />
          <GroupRulesPanel key={JSON.stringify(data.rules)} id={id} provisioning={data} />
          <LeaversPanel />
        </div>
      )}
    </>
  );
}
