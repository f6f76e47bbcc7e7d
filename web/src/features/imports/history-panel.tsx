import type { ImportRecord } from '@lead-finder/contracts';
import { Button, Card, Table } from 'react-bootstrap';
import { formatDate } from '../../lib/dates';
import { formatNumber } from '../../lib/numbers';
import { Avatar } from '../../ui/avatar';

interface HistoryPanelProps {
  imports: readonly ImportRecord[];
  onOpen: (id: number) => void;
  onMore?: () => void;
}

/** The earlier imports of all users, newest first. Each opens its result or its progress. */
export const HistoryPanel = ({ imports, onOpen, onMore }: HistoryPanelProps) => (
  <Card as="section" aria-label="Earlier imports">
    <h2 className="card-header lf-import-head">Earlier imports</h2>
    <div className="lf-wrap">
      <Table hover className="lf-stack lf-imports">
        <thead>
          <tr>
            <th>File</th>
            <th>Started</th>
            <th>By</th>
            <th className="r">Imported</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {imports.map((record) => (
            <tr key={record.id}>
              <td className="cut name c-file">
                <Button variant="link" className="p-0 mw-100" title={record.fileName} onClick={() => onOpen(record.id)}>
                  <span className="cut">{record.fileName}</span>
                </Button>
              </td>
              <td className="soft text-nowrap">{formatDate(record.createdAt)}</td>
              <td className="text-nowrap">
                <span className="lf-avatar-name">
                  <Avatar name={record.createdBy.username} id={record.createdBy.id} />
                  <span className="cut">{record.createdBy.username}</span>
                </span>
              </td>
              <td className="r num text-nowrap">
                {formatNumber(record.successful)} of {formatNumber(record.total ?? record.processed)}
              </td>
              <td>
                <Status record={record} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
    {onMore && (
      <div className="card-footer py-2">
        <Button variant="link" size="sm" className="px-0" onClick={onMore}>
          Show more
        </Button>
      </div>
    )}
  </Card>
);

const styles: Record<ImportRecord['status'], { label: string; className: string }> = {
  queued: { label: 'Waiting', className: '' },
  processing: { label: 'Processing', className: 'temp' },
  completed: { label: 'Completed', className: 'ok' },
  failed: { label: 'Failed', className: 'gone' },
  cancelling: { label: 'Cancelling', className: 'temp' },
  cancelled: { label: 'Cancelled', className: 'temp' },
  undoing: { label: 'Undoing', className: 'temp' },
  undone: { label: 'Undone', className: '' },
};

const Status = ({ record }: { record: ImportRecord }) => {
  const { label, className } = styles[record.status];
  return (
    <span className={`lf-biz ${className}`.trimEnd()} title={record.message ?? undefined}>
      {label}
    </span>
  );
};
