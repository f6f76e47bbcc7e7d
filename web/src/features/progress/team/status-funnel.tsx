import { lazy, Suspense } from 'react';
import { Card } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { statusLabel } from '../../../ui/lead-status';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useFunnel } from '../api';
import type { LeadListQuery } from '../counted-leads/lead-list-query.rules';

const FunnelChart = lazy(async () => ({ default: (await import('./funnel-chart')).FunnelChart }));

const FunnelSkeleton = () => (
  <div className="lf-funnel-chart lf-funnel-skeleton" aria-hidden="true">
    {['100%', '45%', '25%', '30%', '30%'].map((width, index) => (
      <Skeleton key={index} width={width} />
    ))}
  </div>
);

/** The current statuses of the team's leads, without archived ones and existing customers. */
export function StatusFunnel({ onOpenList }: { onOpenList: (asked: LeadListQuery) => void }) {
  const { data, error, refetch } = useFunnel();
  return (
    <Card as="section" aria-labelledby="status-funnel">
      <Card.Header>
        <h2 className="h3 mb-0" id="status-funnel">
          Where the leads stand
        </h2>
      </Card.Header>
      <Card.Body className="lf-funnel">
        {data ? (
          <>
            <Suspense fallback={<FunnelSkeleton />}>
              <FunnelChart steps={data} />
            </Suspense>
            <ul aria-label="Leads by status">
              {data.map(({ status, leads }) => (
                <li key={status}>
                  <button
                    type="button"
                    className="lf-number"
                    disabled={leads === 0}
                    aria-label={`${statusLabel(status)}: ${formatNumber(leads)}, show the leads`}
                    onClick={() => onOpenList({ kind: status })}
                  >
                    {formatNumber(leads)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : error ? (
          <ErrorBlock title="The statuses could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <FunnelSkeleton />
        )}
      </Card.Body>
    </Card>
  );
}
