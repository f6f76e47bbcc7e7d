import type { AreaSearch } from '@lead-finder/contracts';
import { Button, ProgressBar } from 'react-bootstrap';
import { useToast } from '../../../ui/toasts';
import { isRunning, useAreaOrder } from './area-api';
import { areaOf, progressText } from './area.rules';

interface AreaSearchRowProps {
  search: AreaSearch;
  onShow: () => void;
}

export function AreaSearchRow({ search, onShow }: AreaSearchRowProps) {
  const toast = useToast();
  const order = useAreaOrder();
  const { id, businessType, status, percentDone, found, problem, budget } = search;
  const running = isRunning(search);
  const send = (what: Parameters<typeof order.mutate>[0]) =>
    order.mutate(what, { onError: (error) => toast.failure(error, 'Error', 'That did not work') });
  const name = `${businessType} in ${areaOf(search)}`;
  return (
    <li>
      <div className="flex-grow-1 min-w-0">
        <div className="fw-medium text-break">{name}</div>
        <div className="muted num">{progressText(search)}</div>
        {problem && <div className="text-danger text-break">{problem}</div>}
        {running && (
          <div className="progress mt-1">
            <ProgressBar isChild now={percentDone} aria-label={`Progress of ${name}`} />
          </div>
        )}
      </div>
      <div className="acts">
        {running && (
          <Button
            size="sm"
            variant="outline-secondary"
            disabled={status === 'stopping'}
            onClick={() => send({ do: 'stop', id })}
          >
            Stop
          </Button>
        )}
        {!running && status !== 'completed' && (
          <Button
            size="sm"
            variant="outline-secondary"
            disabled={order.isPending}
            title={`With ${budget} calls more`}
            onClick={() => send({ do: 'continue', id, budget })}
          >
            Continue
          </Button>
        )}
        {found > 0 && (
          <Button size="sm" variant="outline-secondary" onClick={onShow}>
            Show Results
          </Button>
        )}
      </div>
    </li>
  );
}
