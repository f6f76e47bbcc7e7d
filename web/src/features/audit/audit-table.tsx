import { auditActions } from '@lead-finder/contracts';
import { Card, Table } from 'react-bootstrap';
import { formatDateTime } from '../../lib/dates';
import { TableRowsSkeleton } from '../../ui/skeleton';
import type { AuditEntry } from './api';
import './audit.css';

const cells = ['c-time', 'c-name', '', 'c-subject', 'c-details', '', 'c-request'];

/** Undefined while the entries load. */
export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] | undefined }) => (
  <Card>
    <div className="lf-wrap">
      <Table hover className="lf-stack audit">
        <thead>
          <tr>
            <th>Time</th>
            <th>Person</th>
            <th>Action</th>
            <th>Subject</th>
            <th>Details</th>
            <th>Address</th>
            <th>Request</th>
          </tr>
        </thead>
        {entries ? (
          <tbody>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        ) : (
          <TableRowsSkeleton columns={cells} />
        )}
      </Table>
    </div>
  </Card>
);

const AuditRow = ({ entry }: { entry: AuditEntry }) => {
  const details = detailsText(entry.details);
  return (
    <tr>
      <td className="text-nowrap num c-time">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </td>
      <td className="name text-break c-name">{entry.actor || <span className="muted">Nobody</span>}</td>
      <td>
        <span className={`lf-biz ${entry.outcome === 'refused' ? 'gone' : ''}`.trimEnd()}>
          {auditActions[entry.action]}
        </span>
      </td>
      <td className="cut c-subject" title={entry.subject}>
        {entry.subject}
      </td>
      <td className="soft cut c-details" title={details}>
        {details}
      </td>
      <td className="soft text-nowrap" data-label="Address">
        {entry.address}
      </td>
      <td className="soft cut c-request" data-label="Request" title={entry.requestId}>
        {entry.requestId}
      </td>
    </tr>
  );
};

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function detailsText({ changed, ...rest }: AuditEntry['details']): string {
  const changes = Object.entries((changed ?? {}) as Record<string, [unknown, unknown]>);
  return [
    ...changes.map(([name, [before, after]]) => `${name}: ${String(before)} → ${String(after)}`),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${valueText(value)}`),
  ].join(', ');
}
