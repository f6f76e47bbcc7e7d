import { useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { HttpError, messageOf } from '../../lib/http';
import { counted, formatNumber } from '../../lib/numbers';
import { type DevicePosition, useDevicePosition } from '../../lib/use-device-position';
import { DistributionTabs } from '../../ui/distribution-tabs';
import { loadingSubtitle, PageHeader } from '../../ui/page-header';
import { SearchField } from '../../ui/search-field';
import { CardSkeleton } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { type PoolPage as Page, useClaim, usePool } from './api';
import { PooledLeadRow, type RowState } from './pooled-lead-row';
import './pool.css';

/** The leads of the team that have no user, and the claim of one (docs/product/pool.md#page-of-the-pool). */
export function PoolPage() {
  const [q, setQ] = useState('');
  const [near, setNear] = useState<DevicePosition | null>(null);
  const device = useDevicePosition(setNear);
  const pool = usePool(q, near);
  const pages = pool.data?.pages ?? [];
  const first = pages[0];
  const claim = useClaim();
  // The newest answer knows how many leads are left.
  const today = claim.data && claim.submittedAt > pool.dataUpdatedAt ? claim.data : first;
  return (
    <>
      <DistributionTabs />
      <div className="lf-poolhead">
        <PageHeader title="Pool" subtitle={first ? subtitleOf(first) : loadingSubtitle} isSubtitleOnPhones />
        {today && <Quota {...today} />}
      </div>
      <div className="lf-toolbar" role="search">
        <SearchField label="Search the pool" delay={300} value={q} onChange={setQ} />
        {'geolocation' in navigator && (
          <div className="end">
            <Form.Select
              className="w-auto"
              aria-label="Sort"
              value={near ? 'nearest' : 'newest'}
              disabled={device.isAsking}
              onChange={({ target }) => (target.value === 'nearest' ? device.ask() : setNear(null))}
            >
              <option value="newest">Newest First</option>
              <option value="nearest">Nearest First</option>
            </Form.Select>
          </div>
        )}
      </div>
      {!first && pool.error && (
        <Card>
          <ErrorBlock title="The pool could not be loaded" error={pool.error} onRetry={() => void pool.refetch()}>
            {messageOf(pool.error, 'Lead Finder did not answer.')}
          </ErrorBlock>
        </Card>
      )}
      {!first && !pool.error && <CardSkeleton lines={4} />}
      {first && first.leads.length === 0 && (
        <Card>
          <StateBlock icon="inbox" title={q ? 'No lead of the pool has this name' : 'The pool is empty'}>
            {q ? 'Try another part of the name.' : 'Leads that a colleague returns wait here for the next one.'}
          </StateBlock>
        </Card>
      )}
      {first && today && first.leads.length > 0 && (
        <Rows pages={pages} claim={claim} isUsedUp={isUsedUp(today)} onChanged={() => void pool.refetch()} />
      )}
      {first && first.leads.length > 0 && (
        <div className="lf-foot">
          <span aria-live="polite">
            Showing {formatNumber(pages.reduce((sum, { leads }) => sum + leads.length, 0))} of {totalOf(first)}
          </span>
          {pool.hasNextPage && (
            <div className="end">
              <Button
                variant="outline-secondary"
                size="sm"
                disabled={pool.isFetchingNextPage}
                onClick={() => void pool.fetchNextPage()}
              >
                Load more
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

const totalOf = ({ total, totalIsExact }: Page) => `${formatNumber(total)}${totalIsExact ? '' : '+'}`;
const subtitleOf = (page: Page) =>
  `${page.name === 'Pool' ? 'Whole organisation' : page.name.replace(/^Pool of /, '')} · ${
    page.total === 1 ? '1 lead' : `${totalOf(page)} leads`
  } without a user`;

type Today = Pick<Page, 'claimsADay' | 'claimedToday'>;
const isUsedUp = ({ claimsADay, claimedToday }: Today) => claimedToday >= claimsADay;

function Quota({ claimsADay, claimedToday }: Today) {
  const left = Math.max(0, claimsADay - claimedToday);
  return (
    <div
      className="lf-quota"
      role="meter"
      aria-label="Claimed today"
      aria-valuemin={0}
      aria-valuemax={claimsADay}
      aria-valuenow={Math.min(claimedToday, claimsADay)}
      aria-valuetext={`${claimedToday} of ${claimsADay}`}
    >
      <div className="d-flex small gap-3">
        <span>
          <b className="num">
            {formatNumber(claimedToday)} of {formatNumber(claimsADay)}
          </b>{' '}
          today
        </span>
        <span className="muted ms-auto">
          {left > 0 ? `${formatNumber(left)} more until midnight` : 'None left today'}
        </span>
      </div>
      <div className="lf-bar mt-1">
        <i style={{ width: `${Math.min(100, (claimedToday / claimsADay) * 100)}%` }} />
      </div>
    </div>
  );
}

interface RowsProps {
  pages: Page[];
  claim: ReturnType<typeof useClaim>;
  isUsedUp: boolean;
  onChanged: () => void;
}

/** A claimed lead stays in its row until the page is read again, so that nothing moves under the finger. */
function Rows({ pages, claim: { mutate, isPending, variables }, isUsedUp, onChanged }: RowsProps) {
  const toast = useToast();
  const [states, setStates] = useState<ReadonlyMap<number, RowState>>(new Map());
  const mark = (id: number, state: RowState) => setStates((present) => new Map(present).set(id, state));
  const claim = (id: number) =>
    mutate(id, {
      onSuccess: ({ userBusiness }) => {
        mark(id, { kind: 'mine', lead: userBusiness });
        toast.success('Lead claimed');
      },
      onError: (error) => {
        if (error instanceof HttpError && error.code === 'already_claimed') {
          mark(id, { kind: 'gone', text: messageOf(error, 'A colleague was first.') });
          return;
        }
        toast.failure(error, 'The lead could not be claimed');
        if (error instanceof HttpError && [404, 409].includes(error.status)) onChanged();
      },
    });
  return (
    <ul className="lf-list" aria-label={`${counted(pages[0]!.total, 'lead')} in the pool`}>
      {pages.flatMap(({ leads }) =>
        leads.map((lead) => (
          <PooledLeadRow
            key={lead.id}
            lead={lead}
            state={states.get(lead.id)}
            pending={isPending && variables === lead.id}
            disabled={isPending || isUsedUp}
            onClaim={() => claim(lead.id)}
          />
        )),
      )}
    </ul>
  );
}
