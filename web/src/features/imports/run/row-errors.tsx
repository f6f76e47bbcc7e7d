import type { RowError } from '@lead-finder/contracts';
import { Table } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { errorsFile } from '../api';
import { type FailedRow, useFailedRows } from './failed-rows';

interface RowErrorsProps {
  importId: number;
  fileName: string;
  errors: readonly RowError[];
  failed: number;
}

/** The first row errors with the cells of the rows, and a file of all of them to correct and import again. */
export function RowErrors({ importId, fileName, errors, failed }: RowErrorsProps) {
  const format = /\.xlsx$/i.test(fileName) ? 'xlsx' : 'csv';
  const { data: rows } = useFailedRows(importId);
  return (
    <section aria-label="Row errors">
      <div className="d-flex align-items-center px-3 pb-2">
        <h3>
          Row errors{' '}
          <span className="muted fw-normal">
            {errors.length < failed
              ? `first ${formatNumber(errors.length)} of ${formatNumber(failed)}`
              : formatNumber(failed)}
          </span>
        </h3>
        <a className="btn btn-outline-secondary btn-sm ms-auto" href={errorsFile(importId, format)} download>
          <Icon name="download" />
          errors.{format}
        </a>
      </div>
      <div className="lf-wrap lf-row-errors" role="group" aria-label="Rows with errors" tabIndex={0}>
        <Table className="lf-stack columns">
          <thead>
            <tr>
              <th className="r row-no">Row</th>
              <th>Business Name</th>
              <th className="col">Column</th>
              <th className="value">Value</th>
              <th className="reason">Reason</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error, index) => (
              <ErrorRow key={`${error.row} ${index}`} error={error} found={rows?.get(error.row)} />
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

function ErrorRow({ error: { row, column, message }, found }: { error: RowError; found?: FailedRow }) {
  const name = found && (found.name || '(blank)');
  const value = column && found?.cells.get(column);
  return (
    <tr>
      <td className="r muted num" data-label="Row">
        {formatNumber(row)}
      </td>
      <td className={`cut ${found?.name ? 'name' : 'soft'}`} title={name}>
        {name ?? '–'}
      </td>
      <td className={`soft text-break ${column ? '' : 'hide-sm'}`.trimEnd()} data-label="Column">
        {column ?? '–'}
      </td>
      <td className={`cut ${value ? '' : 'hide-sm'}`.trimEnd()} data-label="Value" title={value ?? undefined}>
        <code className="text-reset">{value || '–'}</code>
      </td>
      <td className="text-break">{message}</td>
    </tr>
  );
}
