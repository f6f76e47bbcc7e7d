import { importFormatOf, type ImportRowResult } from '@lead-finder/contracts';
import { type ReactNode, useState } from 'react';
import { Table } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { CursorPager } from '../../../ui/cursor-pager';
import { Icon } from '../../../ui/icon';
import { ErrorBlock } from '../../../ui/state-block';
import { errorsFile } from '../api';
import { useImportRows } from './api';
import { NoRows } from './verdict-rows';

interface FailureTableProps {
  importId: number;
  fileName: string;
  q?: string;
  /** Stands beside the button of the errors file. */
  heading: ReactNode;
  children: (rows: readonly ImportRowResult[], headers: readonly string[]) => ReactNode;
}

/** The failed rows of a check or an import, page by page, and the file of all of them. */
export function FailureTable({ importId, fileName, q = '', heading, children }: FailureTableProps) {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const { data, error, refetch, isPending } = useImportRows(importId, 'failed', q, starts.at(-1));
  const format = importFormatOf(fileName) ?? 'csv';
  return (
    <>
      <div className="d-flex align-items-center gap-2 px-3 pb-2">
        <div>{heading}</div>
        <a
          className="btn btn-outline-secondary btn-sm ms-auto flex-shrink-0"
          href={errorsFile(importId, format)}
          title="Download the rows that fail, each with its reason"
          download
        >
          <Icon name="download" />
          errors.{format}
        </a>
      </div>
      {error ? (
        <ErrorBlock title="Unable to load the rows" error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p className="muted px-3">Loading the rows...</p>
      ) : data.rows.length === 0 ? (
        <NoRows q={q} />
      ) : (
        <div className="lf-wrap lf-verdict-rows" role="group" aria-label="Rows that fail" tabIndex={0}>
          <Table className="lf-rowdiff mb-0">
            <thead>
              <tr>
                <th className="r row-no">Row</th>
                <th>Business Name</th>
                <th>Column</th>
                <th>Value in the file</th>
                <th>What is wrong</th>
              </tr>
            </thead>
            <tbody>{children(data.rows, data.headers)}</tbody>
          </Table>
        </div>
      )}
      {(starts.length > 1 || data?.nextCursor) && (
        <CursorPager starts={starts} next={data?.nextCursor} onChange={setStarts} />
      )}
    </>
  );
}

export const positionOf = (headers: readonly string[], column: string | null): number =>
  column === null ? -1 : headers.findIndex((header) => header.trim() === column.trim());

interface FailureRowProps {
  row: number;
  /** The business that the row names. */
  name: string | undefined;
  column: string | null;
  value: ReactNode;
  /** True if the reason may change while the user looks at it. */
  isLive?: boolean;
  children: ReactNode;
}

export const FailureRow = ({ row, name, column, value, isLive = false, children }: FailureRowProps) => (
  <tr className="first">
    <td className="r muted num c-row">{formatNumber(row)}</td>
    <td className={`cut c-lead ${name ? 'name' : 'soft'}`} title={name}>
      {name || '(blank)'}
    </td>
    <td className={`soft text-break c-f ${column === null ? 'hide-sm' : ''}`.trimEnd()}>{column ?? '–'}</td>
    <td className={`c-o ${column === null ? 'hide-sm' : ''}`.trimEnd()}>{value}</td>
    <td className="text-break c-n" role={isLive ? 'status' : undefined}>
      {children}
    </td>
  </tr>
);
