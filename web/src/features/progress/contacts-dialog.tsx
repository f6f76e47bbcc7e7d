import { useState } from 'react';
import { Modal } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/dates';
import { counted } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { isAdmin, useUser } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import { Pager } from '../../ui/pager';
import { Bone } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { type CountedLead, useCountedLeads } from './api';
import { type Period, periods, spanOf } from './calendar.rules';

/** Whose number of which period was clicked. */
export interface Asked {
  userId: number;
  name: string;
  period: Period;
}

interface ContactsDialogProps extends Asked {
  today: string;
  onClose: () => void;
}

const pageSize = 20;

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayWords = (day: string) => dayFormat.format(new Date(day));

/** The list behind a number: names, statuses and dates, nothing else of a colleague's lead (decisions, section 4). */
export function ContactsDialog({ userId, name, period, today, onClose }: ContactsDialogProps) {
  const user = useUser();
  const [page, setPage] = useState(1);
  const span = spanOf(period, today);
  const { data, error, refetch } = useCountedLeads({ userId, ...span, page, pageSize });
  const mayOpen = isAdmin(user) || user.id === userId;
  return (
    <Modal show centered scrollable size="lg" onHide={onClose} aria-labelledby="contacts-title">
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <div>
          <Modal.Title as="h2" id="contacts-title" className="text-break">
            {name}: {periods[period]}
          </Modal.Title>
          <div className="small muted">
            {dayWords(span.from)} to {dayWords(span.to)}
            {data && ` · ${counted(data.total, 'contact')}`}
          </div>
        </div>
      </Modal.Header>
      <Modal.Body className="pt-0">
        {error && !data ? (
          <ErrorBlock title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : data?.total === 0 ? (
          <StateBlock icon="person-lines-fill" title="No contacts in this time" />
        ) : (
          <ul className="lf-counted" aria-busy={!data} aria-label="Leads">
            {data?.leads.map((lead) => <CountedRow key={lead.leadId} lead={lead} mayOpen={mayOpen} />) ?? (
              <li>
                <Bone width="60%" />
              </li>
            )}
          </ul>
        )}
        {data && data.total > pageSize && <Pager total={data.total} page={page} pageSize={pageSize} onPage={setPage} />}
      </Modal.Body>
    </Modal>
  );
}

const CountedRow = ({ lead, mayOpen }: { lead: CountedLead; mayOpen: boolean }) => (
  <li>
    <span className="fw-medium text-break">
      {mayOpen ? <Link to={paths.lead({ id: lead.leadId })}>{lead.businessName}</Link> : lead.businessName}
    </span>
    <span className="moves">
      <StatusPill status={lead.from} />
      <Icon name="arrow-right" className="muted" />
      <span className="visually-hidden">to</span>
      <StatusPill status={lead.to} />
    </span>
    <time dateTime={lead.contactedAt}>{formatDateTime(lead.contactedAt)}</time>
  </li>
);
