import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatDate, formatDateTime } from '../../../lib/dates';
import { counted } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { isAdmin, isLeader, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { StatusPill } from '../../../ui/lead-status';
import { Modal } from '../../../ui/modal';
import { Pager } from '../../../ui/pager';
import { Skeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { type CountedLead, useCountedLeads } from '../api';
import { type LeadListQuery, subjectOf } from './lead-list-query.rules';
import { dateWords } from '../calendar.rules';
import { ReassignPanel } from './reassign-panel';

interface ContactsDialogProps {
  listQuery: LeadListQuery;
  today: string;
  /** Returns a member's name by id. */
  nameOf: (userId: number) => string;
  onClose: () => void;
}

const pageSize = 20;

/**
 * The list behind a number: only names, statuses and dates of other users' leads. A leader may reassign them here, but
 * not open them (docs/product/progress.md#leads-behind-a-number).
 */
export function ContactsDialog({ listQuery, today, nameOf, onClose }: ContactsDialogProps) {
  const user = useUser();
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const { data, error, refetch } = useCountedLeads({ ...listQuery, page, pageSize });
  const { userId, from, to, kind } = listQuery;
  const toggle = (id: number) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <Modal show centered scrollable size="lg" onHide={onClose} aria-labelledby="contacts-title">
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <div>
          <Modal.Title as="h2" id="contacts-title" className="text-break">
            {userId === undefined ? 'Team' : nameOf(userId)}: {subjectOf(listQuery, today)}
          </Modal.Title>
          <div className="small muted">
            {from && to && `${dateWords(from)} to ${dateWords(to)}`}
            {from && to && data && ' · '}
            {data && counted(data.total, kind === 'contacts' ? 'contact' : 'lead')}
          </div>
        </div>
      </Modal.Header>
      <Modal.Body className="pt-0">
        {error && !data ? (
          <ErrorBlock title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : data?.total === 0 ? (
          <StateBlock
            icon="person-lines-fill"
            title={kind === 'contacts' ? 'No contacts in this time' : 'No such leads'}
          />
        ) : (
          <ul className={`lf-counted ${isLeader(user) ? 'pick' : ''}`.trimEnd()} aria-busy={!data} aria-label="Leads">
            {data?.leads.map((lead) => (
              <CountedRow
                key={lead.leadId}
                lead={lead}
                who={userId === undefined ? nameOf(lead.userId) : undefined}
                hasTime={kind !== 'new'}
                mayOpen={isAdmin(user) || user.managesTeam || user.id === lead.userId}
                picked={isLeader(user) ? picked.has(lead.leadId) : undefined}
                onPick={() => toggle(lead.leadId)}
              />
            )) ?? (
              <li>
                <Skeleton width="60%" />
              </li>
            )}
          </ul>
        )}
        {data && data.total > pageSize && <Pager total={data.total} page={page} pageSize={pageSize} onPage={setPage} />}
      </Modal.Body>
      {picked.size > 0 && <ReassignPanel ids={[...picked]} onDone={() => setPicked(new Set())} />}
    </Modal>
  );
}

interface CountedRowProps {
  lead: CountedLead;
  /** The owner's name, if the list covers several users. */
  who?: string;
  hasTime: boolean;
  mayOpen: boolean;
  /** Undefined if no lead can be selected. */
  picked?: boolean;
  onPick: () => void;
}

const CountedRow = ({ lead, who, hasTime, mayOpen, picked, onPick }: CountedRowProps) => (
  <li>
    {picked !== undefined && (
      <Form.Check aria-label={`Select ${lead.businessName}`} checked={picked} onChange={onPick} />
    )}
    <span className="fw-medium text-break">
      {mayOpen ? <Link to={paths.lead({ id: lead.leadId })}>{lead.businessName}</Link> : lead.businessName}
      {who && <span className="d-block small muted fw-normal">{who}</span>}
    </span>
    <span className="moves">
      {lead.from && (
        <>
          <StatusPill status={lead.from} />
          <Icon name="arrow-right" className="muted" />
          <span className="visually-hidden">to</span>
        </>
      )}
      <StatusPill status={lead.to} />
    </span>
    <time dateTime={lead.at}>{hasTime ? formatDateTime(lead.at) : formatDate(lead.at)}</time>
  </li>
);
