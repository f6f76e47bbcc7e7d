import type { BulkJob } from '@lead-finder/contracts';
import { Button, Card, ProgressBar } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { useToast } from '../../../ui/toasts';
import { isActive, progressOf, textOf } from './bulk-jobs.rules';
import { useBulkJobStep } from './bulk-jobs-api';
import './bulk-jobs.css';

/** Lists bulk jobs with their progress, and offers an undo for 30 days. */
export function BulkJobsTray({ jobs, onClose }: { jobs?: readonly BulkJob[]; onClose?: () => void }) {
  const toast = useToast();
  const step = useBulkJobStep();
  const run = (job: BulkJob, kind: 'cancel' | 'undo') =>
    step.mutate({ id: job.id, kind }, { onError: (error) => toast.failure(error) });
  return (
    <Card className="mb-3" role="region" aria-label="Bulk jobs">
      <Card.Header className="d-flex align-items-center">
        <b>Bulk jobs</b>
        {onClose && (
          <Button
            variant="ghost"
            className="btn-icon ms-auto"
            aria-label="Close bulk jobs"
            title="Close"
            onClick={onClose}
          >
            <Icon name="x-lg" />
          </Button>
        )}
      </Card.Header>
      {jobs?.length === 0 && <Card.Body className="muted">Nothing in the last 30 days.</Card.Body>}
      {jobs?.map((job) => (
        <Card.Body key={job.id} className="lf-job border-top" tabIndex={-1}>
          <span className="num text-break">{textOf(job)}</span>
          {job.status === 'running' && (
            <Button variant="outline-secondary" size="sm" disabled={step.isPending} onClick={() => run(job, 'cancel')}>
              Cancel
            </Button>
          )}
          {job.undoableUntil && (
            <Button variant="outline-secondary" size="sm" disabled={step.isPending} onClick={() => run(job, 'undo')}>
              <Icon name="arrow-counterclockwise" />
              Undo
            </Button>
          )}
          {isActive(job) && (
            <div className="progress">
              <ProgressBar isChild now={progressOf(job)} aria-label={`${formatNumber(progressOf(job))} percent done`} />
            </div>
          )}
        </Card.Body>
      ))}
    </Card>
  );
}
