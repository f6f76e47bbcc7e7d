import type { ImportRowResult, RowRules, SelectableUser } from '@lead-finder/contracts';
import { useState } from 'react';
import { Form, Table } from 'react-bootstrap';
import { messageOf } from '../../../lib/http';
import { formatNumber } from '../../../lib/numbers';
import { CursorPager } from '../../../ui/cursor-pager';
import { Icon } from '../../../ui/icon';
import { ErrorBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { errorsFile } from '../api';
import { checkRow, knownUsers, withKnownUser } from '../setup/first-rows-panel';
import { useCorrect, useImportRows } from './api';
import { NoRows } from './verdict-rows';

interface FailedRowsProps {
  importId: number;
  q: string;
  rules: RowRules;
  people: readonly SelectableUser[];
  userMapping: ReadonlyMap<string, number>;
  failed: number;
  fileName: string;
}

/** The failed rows, whose cells can be corrected in place. The server stores a correction with the file. */
export function FailedRows({ importId, q, failed, fileName, ...row }: FailedRowsProps) {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const { data, error, refetch, isPending } = useImportRows(importId, 'failed', q, starts.at(-1));
  const format = /\.xlsx$/i.test(fileName) ? 'xlsx' : 'csv';
  if (error) return <ErrorBlock title="Unable to load the rows" error={error} onRetry={() => void refetch()} />;
  if (isPending) return <p className="muted px-3">Loading the rows...</p>;
  if (data.rows.length === 0) return <NoRows q={q} />;
  return (
    <>
      <div className="d-flex align-items-center gap-2 px-3 pb-2 flex-wrap">
        <span className="muted small">
          Change a cell and leave it: the row is checked at once and joins the import.
        </span>
        {failed > 0 && (
          <a className="btn btn-outline-secondary btn-sm ms-auto" href={errorsFile(importId, format)} download>
            <Icon name="download" />
            errors.{format}
          </a>
        )}
      </div>
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
          <tbody>
            {data.rows.map((failure) => (
              <FailedRow key={failure.row} importId={importId} failure={failure} {...row} />
            ))}
          </tbody>
        </Table>
      </div>
      {(starts.length > 1 || data.nextCursor) && (
        <CursorPager starts={starts} next={data.nextCursor} onChange={setStarts} />
      )}
    </>
  );
}

interface FailedRowProps extends Pick<FailedRowsProps, 'importId' | 'rules' | 'people' | 'userMapping'> {
  failure: ImportRowResult;
}

function FailedRow({ importId, failure, rules, people, userMapping }: FailedRowProps) {
  const toast = useToast();
  const correct = useCorrect(importId);
  const [cells, setCells] = useState<string[] | null>(null);
  const outcome = cells && withKnownUser(checkRow(cells, rules), knownUsers(people, userMapping));
  const wrong = outcome && !outcome.ok ? outcome.failures[0]! : null;
  const column = (wrong ? wrong.column : failure.column) ?? failure.column;
  const position = column === null ? -1 : rules.headers.findIndex((header) => header.trim() === column.trim());
  const current = cells ?? failure.cells;
  const isMended = outcome?.ok === true;

  const leave = (value: string) => {
    if (position < 0 || value === (current[position] ?? '')) return;
    const next = [...current];
    while (next.length < position) next.push('');
    next[position] = value;
    correct.mutate(
      { cells: [{ row: failure.row, column: rules.headers[position]!.trim(), value }] },
      {
        onSuccess: () => setCells(next),
        onError: (error) => toast.error('Error', messageOf(error, 'Failed to store the correction'), error),
      },
    );
  };
  const name = current[rules.columns.businessName?.[0] ?? -1]?.trim();
  return (
    <tr className="first">
      <td className="r muted num c-row">{formatNumber(failure.row)}</td>
      <td className={`cut c-lead ${name ? 'name' : 'soft'}`} title={name}>
        {name || '(blank)'}
      </td>
      <td className="soft text-break c-f">{column ?? '–'}</td>
      <td className="c-o">
        {position < 0 ? (
          '–'
        ) : (
          <Form.Control
            key={`${position} ${current[position] ?? ''}`}
            size="sm"
            aria-label={`${column} of row ${failure.row}`}
            isInvalid={!isMended}
            maxLength={500}
            defaultValue={current[position] ?? ''}
            disabled={correct.isPending}
            onBlur={({ target }) => leave(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave(event.currentTarget.value);
            }}
          />
        )}
      </td>
      <td className="text-break c-n" role={cells ? 'status' : undefined}>
        {isMended ? (
          <span className="lf-biz ok">Mended, joins the import</span>
        ) : (
          <span className="lf-biz gone text-wrap">{wrong?.message ?? failure.message}</span>
        )}
      </td>
    </tr>
  );
}
