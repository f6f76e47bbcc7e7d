import type { WebhookDelivery } from '@lead-finder/contracts';
import { Fragment, useState } from 'react';
import { Button, Table } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { CursorPager } from '../../../ui/cursor-pager';
import { Icon } from '../../../ui/icon';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useDeliveries } from './api';
import { answerText, isDelivered, tookText } from './webhook-texts.rules';

const columns = ['', '', '', '', '', ''];

export function DeliveryTable({ id }: { id: number }) {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const [opened, setOpened] = useState<number>();
  const { data, error, refetch } = useDeliveries(id, starts.at(-1));
  if (!data && error)
    return <ErrorBlock title="The deliveries could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data?.deliveries.length === 0 && starts.length === 1)
    return <p className="muted mt-3 mb-0">Nothing was sent yet.</p>;
  return (
    <>
      <div className="lf-wrap lf-deliveries">
        <Table className="lf-stack">
          <caption className="visually-hidden">Deliveries, the newest first</caption>
          <thead>
            <tr>
              <th>Sent</th>
              <th>Change</th>
              <th className="r">Attempt</th>
              <th>Answer</th>
              <th className="r">Took</th>
              <th>
                <span className="visually-hidden">Details</span>
              </th>
            </tr>
          </thead>
          {data ? (
            <tbody>
              {data.deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isOpen={opened === delivery.id}
                  onToggle={() => setOpened(opened === delivery.id ? undefined : delivery.id)}
                />
              ))}
            </tbody>
          ) : (
            <TableRowsSkeleton columns={columns} />
          )}
        </Table>
      </div>
      <CursorPager starts={starts} next={data?.next?.toString()} onChange={setStarts} />
    </>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  isOpen: boolean;
  onToggle: () => void;
}

function DeliveryRow({ delivery, isOpen, onToggle }: DeliveryRowProps) {
  const { sentAt, type, messageId, attempt, durationMs, request, response } = delivery;
  return (
    <Fragment>
      <tr className={isOpen ? 'open' : undefined}>
        <td className="text-nowrap num" data-label="Sent">
          <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>
        </td>
        <td data-label="Change">
          <code className="text-reset">{type}</code>
        </td>
        <td className="r num" data-label="Attempt">
          {attempt}
        </td>
        <td data-label="Answer">
          <span className={`lf-biz text-wrap ${isDelivered(delivery) ? 'ok' : 'gone'}`}>{answerText(delivery)}</span>
        </td>
        <td className="r num text-nowrap" data-label="Took">
          {tookText(durationMs)}
        </td>
        <td className="r c-acts">
          <Button
            variant="ghost"
            size="sm"
            className="btn-icon"
            aria-expanded={isOpen}
            aria-label={`Details of ${type}, ${formatDateTime(sentAt)}, attempt ${attempt}`}
            onClick={onToggle}
          >
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className="detail">
          <td colSpan={6}>
            <div className="lf-reqres">
              <div>
                <span className="muted small">Sent as {messageId}</span>
                <pre>{request ?? 'The change is not stored any more.'}</pre>
              </div>
              <div>
                <span className="muted small">Answered</span>
                <pre>{response || answerText(delivery)}</pre>
              </div>
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
