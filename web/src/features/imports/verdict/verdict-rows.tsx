import type { ImportRowOutcome, ImportRowResult } from '@lead-finder/contracts';
import { useState } from 'react';
import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { CursorPager } from '../../../ui/cursor-pager';
import { ErrorBlock } from '../../../ui/state-block';
import { useImportRows } from './api';

interface VerdictRowsProps {
  importId: number;
  outcome: Exclude<ImportRowOutcome, 'failed'>;
  q: string;
}

/** The rows of one kind, page by page; of an update the value now and after the import. */
export function VerdictRows({ importId, outcome, q }: VerdictRowsProps) {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const { data, error, refetch, isPending } = useImportRows(importId, outcome, q, starts.at(-1));
  if (error) return <ErrorBlock title="Unable to load the rows" error={error} onRetry={() => void refetch()} />;
  if (isPending) return <p className="muted px-3">Loading the rows...</p>;
  if (data.rows.length === 0) return <NoRows q={q} />;
  return (
    <>
      <div className="lf-wrap lf-verdict-rows" role="group" aria-label={`Rows: ${outcome}`} tabIndex={0}>
        <Table className="lf-rowdiff mb-0">
          <thead>
            <tr>
              <th className="r row-no">Row</th>
              <th>Lead</th>
              {outcome === 'updated' && (
                <>
                  <th>Field</th>
                  <th>Now</th>
                  <th>After the import</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) =>
              outcome === 'updated' ? <UpdatedRow key={row.row} {...row} /> : <PlainRow key={row.row} {...row} />,
            )}
          </tbody>
        </Table>
      </div>
      {(starts.length > 1 || data.nextCursor) && (
        <CursorPager starts={starts} next={data.nextCursor} onChange={setStarts} />
      )}
    </>
  );
}

export const NoRows = ({ q }: { q: string }) => (
  <p className="muted px-3 pb-3 mb-0">{q ? `No row holds “${q}”.` : 'No row.'}</p>
);

const LeadName = ({ name, leadUuid }: Pick<ImportRowResult, 'name' | 'leadUuid'>) =>
  leadUuid ? (
    <Link className="name" to={paths.lead({ id: 0, uuid: leadUuid })} title={name}>
      {name || '(no name)'}
    </Link>
  ) : (
    <span className="name">{name || '(no name)'}</span>
  );

const PlainRow = ({ row, name, leadUuid }: ImportRowResult) => (
  <tr className="first">
    <td className="r muted num c-row">{formatNumber(row)}</td>
    <td className="cut c-lead">
      <LeadName name={name} leadUuid={leadUuid} />
    </td>
  </tr>
);

const UpdatedRow = ({ row, name, leadUuid, changes }: ImportRowResult) => (
  <>
    {changes.map(({ field, label, from, to }, index) => (
      <tr key={field} className={index === 0 ? 'first' : 'more'}>
        {index === 0 && (
          <>
            <td className="r muted num c-row" rowSpan={changes.length}>
              {formatNumber(row)}
            </td>
            <td className="cut c-lead" rowSpan={changes.length}>
              <LeadName name={name} leadUuid={leadUuid} />
            </td>
          </>
        )}
        <td className="soft text-break c-f">{label}</td>
        <td className="text-break c-o" data-label="Now">
          {from ? <del>{from}</del> : <span className="muted">(blank)</span>}
        </td>
        <td className="text-break c-n" data-label="After">
          <ins>{to}</ins>
        </td>
      </tr>
    ))}
  </>
);
