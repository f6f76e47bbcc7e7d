import type { DistributionPlan } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/dates';
import { paths } from '../../../lib/paths';
import { counted } from '../../../lib/numbers';
import { ToneBadge } from '../../../ui/badges';
import { ConfirmDialog } from '../../../ui/dialogs';
import { DistributionTabs } from '../../../ui/distribution-tabs';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { CardSkeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useBulkJobs } from '../bulk/bulk-jobs-api';
import { usePlans, useRemovePlan, useWaitingLeads } from './api';
import { liveText } from './distribution.rules';
import { PlanDesk, PlanJobs } from './plan-desk';
import { WaitingList } from './waiting-list';
import '../leads.css';
import './distribution.css';

/** Plans that distribute leads, for administrators (docs/product/distribution.md). `?plan=` opens one. */
export function DistributionPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { data, error, refetch } = usePlans();
  const opened = query.get('plan');
  const plan = data?.find(({ id }) => String(id) === opened);
  const { data: jobs = [] } = useBulkJobs(data !== undefined, plan?.id ?? 'any');
  const isOpen = opened === 'new' || plan !== undefined;
  return (
    <>
      <DistributionTabs />
      <PageHeader
        title={plan ? `${plan.name} v${plan.version}` : opened === 'new' ? 'New plan' : 'Distribution'}
        subtitle={isOpen ? undefined : 'Plans share leads among people. A preview shows what would happen first.'}
        {...(isOpen && { back: { to: paths.distribution(), label: 'Back to the plans' } })}
        actions={
          !isOpen &&
          data && (
            <Link className="btn btn-primary words" to={paths.distribution('new')}>
              <Icon name="plus-lg" />
              New plan
            </Link>
          )
        }
      />
      {!data && error && (
        <ErrorBlock title="The plans could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Card>
          <CardSkeleton lines={4} />
        </Card>
      )}
      {data && isOpen && (
        <PlanDesk
          key={opened}
          plan={plan}
          jobs={jobs}
          onSaved={(saved) => void navigate(paths.distribution(saved.id), { replace: true })}
        />
      )}
      {data && !isOpen && <PlanList plans={data} />}
      {data && !isOpen && <WaitingCard isLive={data.some(({ live }) => live.length > 0)} />}
      {!isOpen && <PlanJobs jobs={jobs} />}
    </>
  );
}

function WaitingCard({ isLive }: { isLive: boolean }) {
  const { data: waiting = [] } = useWaitingLeads(isLive);
  if (waiting.length === 0) return null;
  return (
    <Card as="section" aria-label="Waiting" className="mt-3">
      <Card.Header className="d-flex align-items-center gap-2">
        <h2 className="h3 mb-0">Waiting</h2>
        <Link className="ms-auto" to={`${paths.crm}?pool=true`}>
          Leads without a user
        </Link>
      </Card.Header>
      <WaitingList groups={waiting} namesPlans />
    </Card>
  );
}

function PlanList({ plans }: { plans: readonly DistributionPlan[] }) {
  const toast = useToast();
  const [removed, setRemoved] = useState<DistributionPlan | null>(null);
  const remove = useRemovePlan();
  if (plans.length === 0)
    return (
      <StateBlock icon="signpost-split" title="No plans yet">
        A plan says which leads go to whom: in turn, by weight, or to the least loaded.
      </StateBlock>
    );
  return (
    <Card>
      <div className="lf-wrap">
        <Table hover className="lf-stack columns">
          <thead>
            <tr>
              <th>Plan</th>
              <th>Rules</th>
              <th>Live</th>
              <th>Changed</th>
              <th className="text-end">Actions</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.id}>
                <td className="name text-break c-name">
                  <Link to={paths.distribution(plan.id)}>{plan.name}</Link>{' '}
                  <span className="muted">v{plan.version}</span>
                  {plan.problem && (
                    <div>
                      <ToneBadge tone="bad">{plan.problem}</ToneBadge>
                    </div>
                  )}
                </td>
                <td data-label="Rules">{counted(plan.definition.rules.length, 'rule')}</td>
                <td data-label="Live">{liveText(plan.live)}</td>
                <td className="num" data-label="Changed">
                  <time dateTime={plan.changedAt}>{formatDateTime(plan.changedAt)}</time>
                  <div className="soft small">by {plan.changedBy.fullName}</div>
                </td>
                <td className="text-end">
                  <Button
                    size="sm"
                    variant="outline-secondary"
                    aria-label={`Remove ${plan.name}`}
                    onClick={() => setRemoved(plan)}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {removed && (
        <ConfirmDialog
          show
          title={`Remove ${removed.name}?`}
          action="Remove"
          variant="danger"
          pending={remove.isPending}
          onClose={() => setRemoved(null)}
          onConfirm={() =>
            remove.mutate(removed.id, {
              onSuccess: () => toast.success(`${removed.name} removed`),
              onError: (error) => toast.failure(error),
              onSettled: () => setRemoved(null),
            })
          }
        >
          Leads that it gave stay where they are, and its jobs can still be undone.
        </ConfirmDialog>
      )}
    </Card>
  );
}
