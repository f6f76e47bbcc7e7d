import type { getImportUndo, OutputOf, UnreversedValue } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { counted, formatNumber } from '../../../lib/numbers';
import { Avatar } from '../../../ui/avatar';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { ButtonSpinner } from '../../../ui/spinner';
import { ErrorBlock } from '../../../ui/state-block';

export type UndoPreview = OutputOf<typeof getImportUndo>;

/** What an undo would do, or what it did. */
export const useUndoPreview = (importId: number) =>
  useQuery<UndoPreview>({ queryKey: ['/api/imports/:id/undo', importId], gcTime: 0, staleTime: 0 });

interface UndoDialogProps {
  importId: number;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what an undo would give back before it does. */
export function UndoDialog({ importId, isPending, onClose, onConfirm }: UndoDialogProps) {
  const preview = useUndoPreview(importId);
  return (
    <ConfirmDialog
      show
      size="lg"
      title="Undo import"
      action="Undo import"
      pendingAction="Undoing..."
      pending={isPending}
      disabled={!preview.data}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {preview.isPending && (
        <p className="d-flex gap-2 align-items-center muted">
          <ButtonSpinner /> Counting what the import changed...
        </p>
      )}
      {preview.isError && (
        <ErrorBlock title="Unable to load the preview" error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <UndoNumbers counts={preview.data} isDone={false} />}
      <p className="muted small mt-3 mb-0">Nobody is notified. Each lead gets one line in its history.</p>
    </ConfirmDialog>
  );
}

/** The three numbers of an undo, with what stays and why. */
export function UndoNumbers({ counts, isDone }: { counts: UndoPreview; isDone: boolean }) {
  const { removed, reversed, kept, failed, values } = counts;
  const isRemoval = reversed === 0 && removed > 0;
  return (
    <>
      <dl className="lf-three">
        <div>
          <dt>
            <Icon name={isRemoval ? 'dash-square' : 'arrow-counterclockwise'} className="v-acc" />
            {isRemoval ? 'Removed' : 'Reversed'}
          </dt>
          <dd className="num">{formatNumber(isRemoval ? removed : reversed)}</dd>
          <dd className="s">
            {isRemoval
              ? 'leads that the import made'
              : isDone
                ? 'values as they were before'
                : 'values become as they were before'}
          </dd>
        </div>
        <div>
          <dt>
            <Icon name="person-check-fill" className="v-warn" />
            Kept
          </dt>
          <dd className="num">{formatNumber(kept)}</dd>
          <dd className="s">{kept > 0 ? 'somebody has worked on them since' : 'nobody has changed them since'}</dd>
        </div>
        <div>
          <dt>
            <Icon name="x-circle-fill" className="v-bad" />
            Can&apos;t be undone
          </dt>
          <dd className="num">{formatNumber(failed)}</dd>
          <dd className="s">{failed > 0 ? 'each has its reason below' : 'each value has its way back'}</dd>
        </div>
      </dl>
      {removed > 0 && !isRemoval && (
        <p className="d-flex gap-2">
          <Icon name="dash-square" className="muted" />
          <span>
            {counted(removed, 'lead')} that the import made{' '}
            {isDone ? `${removed === 1 ? 'is' : 'are'} removed.` : 'will be removed.'}
          </span>
        </p>
      )}
      <Values title="Kept" values={values.filter(({ outcome }) => outcome === 'kept')} total={kept} />
      <Values title="Can't be undone" values={values.filter(({ outcome }) => outcome === 'failed')} total={failed} />
    </>
  );
}

const Values = ({ title, values, total }: { title: string; values: readonly UnreversedValue[]; total: number }) =>
  values.length > 0 && (
    <details className="lf-unreversed" open={values.length <= 10}>
      <summary>
        {title}: {formatNumber(total)}
        {values.length < total && <span className="muted"> (the first {formatNumber(values.length)})</span>}
      </summary>
      <div className="lf-wrap">
        <Table className="mb-0 lf-stack columns">
          <thead className="visually-hidden">
            <tr>
              <th>Lead</th>
              <th>Field</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ name, label, why, by, at }, index) => (
              <tr key={`${index} ${name}`}>
                <td className="name text-break">{name || '(no name)'}</td>
                <td className="soft text-break">{label}</td>
                <td className="text-break">
                  {by ? (
                    <span className="lf-avatar-name">
                      <Avatar name={by} />
                      <span>
                        {by}
                        {at && `, ${formatDateTime(at)}`}
                      </span>
                    </span>
                  ) : (
                    why
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
