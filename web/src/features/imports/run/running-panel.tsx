import type { ImportRecord } from '@lead-finder/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ProgressBar } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { useToast } from '../../../ui/toasts';
import { useCancelImport, useImport } from '../api';
import { FileName } from '../setup/file-panel';
import { Figure } from './import-figures';
import { isRunning } from './import-state';

/** Stays at 50, because the progress is unknown (docs/product/import.md#progress-of-the-upload). */
const uploadPercent = 50;

export const UploadingPanel = ({ fileName, onStop }: { fileName: string; onStop: () => void }) => (
  <Running
    fileName={fileName}
    title="Uploading and processing..."
    now={uploadPercent}
    buttons={
      <Button variant="outline-secondary" onClick={onStop}>
        Cancel
      </Button>
    }
  />
);

interface ProcessingPanelProps {
  importId: number;
  fileName: string;
  isCheck: boolean;
  onEnd: (record: ImportRecord) => void;
  onAnother: () => void;
}

/** The server imports the rows. It continues if the user leaves the page. */
export function ProcessingPanel({ importId, fileName, isCheck, onEnd, onAnother }: ProcessingPanelProps) {
  const toast = useToast();
  const { data: record } = useImport(importId);
  const cancel = useCancelImport(importId);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    if (record && !isRunning(record)) latestOnEnd.current(record);
  }, [record]);

  const isStopping = cancel.isPending || record?.status === 'cancelling';
  const stop = () =>
    cancel.mutate(undefined, {
      onError: (error) => toast.failure(error, 'Error', 'Failed to cancel the import'),
    });
  return (
    <Running
      fileName={fileName}
      title="Processing..."
      now={record?.total ? (record.processed / record.total) * 100 : record ? 0 : uploadPercent}
      count={record && rowsDone(record)}
      buttons={
        <>
          <Button variant="outline-secondary" onClick={onAnother}>
            Import Another File
          </Button>
          <Button variant="outline-danger" disabled={isStopping} onClick={stop}>
            {isStopping ? 'Cancelling...' : isCheck ? 'Cancel check' : 'Cancel import'}
          </Button>
        </>
      }
    >
      {record && <Figures record={record} isCheck={isCheck} />}
      <p className="muted mt-3 mb-0">
        {isCheck
          ? 'The rows are checked; nothing is written.'
          : 'You may leave this page: the import goes on, and the bell tells you when it is done.'}
      </p>
    </Running>
  );
}

function rowsDone({ status, processed, total }: ImportRecord): string {
  if (status === 'queued') return 'Waiting for other imports';
  const done = formatNumber(processed);
  return total === null ? `${done} rows` : `${done} of ${formatNumber(total)} rows`;
}

const Figures = ({ record, isCheck }: { record: ImportRecord; isCheck: boolean }) => (
  <dl className="lf-stats mb-0">
    <Figure name={isCheck ? 'Ready' : 'Imported'} value={record.successful} mark="good" />
    <Figure name="Failed" value={record.failed} mark="bad" />
    {record.rowsPerSecond !== null && <Figure name="Speed" value={Math.round(record.rowsPerSecond)} unit="rows/s" />}
    {record.secondsLeft !== null && <Figure name="Time left" {...timeLeft(record.secondsLeft)} />}
  </dl>
);

function timeLeft(seconds: number): { value: number | string; unit: string } {
  if (seconds < 90) return { value: Math.ceil(seconds), unit: 's' };
  if (seconds < 5_400) return { value: Math.round(seconds / 60), unit: 'min' };
  return { value: (seconds / 3_600).toFixed(1), unit: 'h' };
}

interface RunningProps {
  fileName: string;
  title: string;
  now: number;
  count?: string;
  buttons: ReactNode;
  children?: ReactNode;
}

const Running = ({ fileName, title, now, count, buttons, children }: RunningProps) => (
  <section className="card" aria-label="Import under way">
    <FileName file={fileName} />
    <div className="card-body">
      <div className="d-flex align-items-baseline mb-2">
        <h2 role="status">{title}</h2>
        <span className="ms-auto num muted">{count}</span>
      </div>
      <div className="progress mb-3">
        <ProgressBar isChild now={Math.round(now)} aria-label="Import" />
      </div>
      {children}
    </div>
    <div className="card-footer d-flex gap-2 justify-content-end flex-wrap py-3">{buttons}</div>
  </section>
);
