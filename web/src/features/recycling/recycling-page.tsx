import type { RecyclingLead } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, ListGroup } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatDate, formatDay } from '../../lib/dates';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { isLeader, useUser } from '../../lib/session';
import { Avatar } from '../../ui/avatar';
import { DistributionTabs } from '../../ui/distribution-tabs';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/pager';
import { SkeletonLines } from '../../ui/skeleton';
import { ButtonSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { pageSize, useRecycling, useVeto } from './api';
import './recycling.css';

/** The leads that go back to the pool (docs/product/recycling.md#untouched-leads-page). */
export function RecyclingPage() {
  const user = useUser();
  return (
    <>
      <DistributionTabs />
      <PageHeader
        title="Untouched Leads"
        subtitle="Leads that nobody works go back to the pool, so that a colleague can."
        isSubtitleOnPhones
      />
      {isLeader(user) && (
        <LeadsCard
          title="Move tonight"
          empty="No lead moves tonight"
          hint="A veto keeps the lead with its user, and its working days begin again."
          own={false}
        />
      )}
      <LeadsCard
        title="Yours"
        empty="None of your leads goes back soon"
        hint="A call, an email, a meeting or a new status keeps a lead. A follow-up in the next 30 days protects it."
        own
      />
    </>
  );
}

interface LeadsCardProps {
  title: string;
  empty: string;
  hint: string;
  own: boolean;
}

function LeadsCard({ title, empty, hint, own }: LeadsCardProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRecycling(own, page);
  const veto = useVeto();
  const toast = useToast();
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const id = own ? 'own-leads' : 'moving-leads';
  const keep = (lead: RecyclingLead) =>
    veto.mutate(lead.id, {
      onSuccess: () => {
        setKept((present) => new Set(present).add(lead.id));
        toast.success(`${lead.name} stays with ${lead.user.fullName}`);
      },
      onError: (failure) => {
        toast.failure(failure, 'The veto failed');
        void refetch();
      },
    });
  return (
    <Card as="section" aria-labelledby={id} className="mb-3">
      <Card.Header className="lf-team-head">
        <div>
          <h2 id={id}>{title}</h2>
          <div className="muted small fw-normal">{hint}</div>
        </div>
      </Card.Header>
      {!data && error && (
        <ErrorBlock title="The leads could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Card.Body>
          <SkeletonLines lines={3} />
        </Card.Body>
      )}
      {data?.leads.length === 0 && <StateBlock icon="check2-circle" title={empty} />}
      {data && data.leads.length > 0 && (
        <ListGroup variant="flush" as="ul" aria-labelledby={id}>
          {data.leads.map((lead) => (
            <ListGroup.Item key={lead.id} as="li" className="lf-untouched">
              <div className="main">
                <Link className="name" to={paths.lead(lead)}>
                  {lead.name}
                </Link>
                <span className="muted small">Untouched since {formatDate(lead.untouchedSince)}</span>
              </div>
              <StatusPill status={lead.status} />
              {own ? (
                <b className="end">{moveText(lead)}</b>
              ) : (
                <>
                  <span className="lf-avatar-name">
                    <Avatar name={lead.user.fullName} id={lead.user.id} />
                    <span className="cut" title={lead.user.fullName}>
                      {lead.user.fullName}
                    </span>
                  </span>
                  <Veto
                    lead={lead}
                    isKept={kept.has(lead.id)}
                    isPending={veto.isPending && veto.variables === lead.id}
                    isDisabled={veto.isPending}
                    onVeto={() => keep(lead)}
                  />
                </>
              )}
            </ListGroup.Item>
          ))}
        </ListGroup>
      )}
      {data && data.total > pageSize && <Pager total={data.total} page={page} pageSize={pageSize} onPage={setPage} />}
    </Card>
  );
}

interface VetoProps {
  lead: RecyclingLead;
  isKept: boolean;
  isPending: boolean;
  isDisabled: boolean;
  onVeto: () => void;
}

/** A lead with a veto stays in its row until the page is read again: nothing moves under the finger, and Tab goes on from it. */
function Veto({ lead, isKept, isPending, isDisabled, onVeto }: VetoProps) {
  const isOwn = lead.user.id === useUser().id;
  if (isKept)
    return (
      <span className="end" role="status" tabIndex={-1}>
        <Icon name="check-lg" /> Stays
      </span>
    );
  if (isOwn) return <span className="end muted">Yours</span>;
  return (
    <Button
      variant="outline-secondary"
      className="end"
      aria-label={`Veto the move of ${lead.name}`}
      disabled={isDisabled}
      onClick={onVeto}
    >
      {isPending && <ButtonSpinner />}
      Veto
    </Button>
  );
}

const moveText = ({ forecast: { tonight, workingDays, movesOn } }: RecyclingLead) =>
  tonight ? 'Moves tonight' : `Moves in ${counted(workingDays, 'working day')}, ${formatDay(movesOn)}`;
