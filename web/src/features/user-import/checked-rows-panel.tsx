import { useEffect, useRef, useState } from 'react';
import { Button, Card, Nav, Table } from 'react-bootstrap';
import type { CheckedUserRow, UserImport, UserVerdict } from '@lead-finder/contracts';
import { formatNumber } from '../../lib/numbers';
import { TableRowsSkeleton } from '../../ui/skeleton';
import { ErrorBlock } from '../../ui/state-block';
import { useUserRows } from './api';

const tabs: Record<UserVerdict, { ahead: string; done: string }> = {
  create: { ahead: 'To create', done: 'Created' },
  update: { ahead: 'To change', done: 'Changed' },
  unchanged: { ahead: 'Unchanged', done: 'Unchanged' },
  failed: { ahead: 'Failed', done: 'Failed' },
};
const verdicts = Object.keys(tabs) as UserVerdict[];
const columns = ['', 'c-name', '', '', '', ''];

/** The rows of a checked file by verdict, each with its line in the file. */
export function CheckedRowsPanel({ userImport }: { userImport: UserImport }) {
  const { id, counts, status } = userImport;
  const [chosen, setChosen] = useState<UserVerdict | null>(null);
  const verdict = chosen ?? (counts.failed > 0 ? 'failed' : (verdicts.find((each) => counts[each] > 0) ?? 'create'));
  const rows = useUserRows(id, verdict, status);
  const shown = rows.data?.pages.flatMap((page) => page.rows);
  const words = status === 'completed' ? 'done' : 'ahead';
  const tabRow = useRef<HTMLDivElement>(null);
  // On a phone the last tabs stand beside the screen.
  useEffect(() => {
    const row = tabRow.current;
    const chosen = row?.querySelector<HTMLElement>('.active');
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - row.offsetLeft;
  }, [verdict]);
  return (
    <Card as="section" aria-label="Rows of the file">
      <Nav
        ref={tabRow}
        variant="tabs"
        className="px-3 pt-2 flex-nowrap overflow-auto"
        activeKey={verdict}
        onSelect={(key) => setChosen(key as UserVerdict)}
      >
        {verdicts.map((each) => (
          <Nav.Item key={each}>
            <Nav.Link as="button" eventKey={each} className="text-nowrap">
              {tabs[each][words]} <span className="num">({formatNumber(counts[each])})</span>
            </Nav.Link>
          </Nav.Item>
        ))}
      </Nav>
      {rows.error ? (
        <ErrorBlock title="Error loading rows" error={rows.error} onRetry={() => void rows.refetch()} />
      ) : shown?.length === 0 ? (
        <p className="muted text-center my-4">No rows here.</p>
      ) : (
        <div className="lf-wrap">
          <Table className="lf-stack columns">
            <thead>
              <tr>
                <th>Line</th>
                <th>Username</th>
                <th>Full Name</th>
                <th>Email</th>
                <th>Team</th>
                <th>{verdict === 'failed' ? 'Problem' : 'Role'}</th>
              </tr>
            </thead>
            {shown ? (
              <tbody>
                {shown.map((row) => (
                  <CheckedRow key={row.line} row={row} />
                ))}
              </tbody>
            ) : (
              <TableRowsSkeleton columns={columns} />
            )}
          </Table>
        </div>
      )}
      {rows.hasNextPage && (
        <div className="card-footer py-2">
          <Button variant="link" size="sm" className="px-0" onClick={() => void rows.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

const CheckedRow = ({ row }: { row: CheckedUserRow }) => (
  <tr>
    <td className="num" data-label="Line">
      {row.line}
    </td>
    <td className="name text-break c-name">{row.username}</td>
    <td className="text-break" data-label={row.fullName ? 'Full Name' : undefined}>
      {row.fullName}
    </td>
    <td className="text-break" data-label={row.email ? 'Email' : undefined}>
      {row.email}
    </td>
    <td className="text-break" data-label={row.team ? 'Team' : undefined}>
      {row.team}
      {row.manages && <div className="muted small">Manages {row.manages}</div>}
    </td>
    <td className="text-break" data-label={row.verdict === 'failed' ? 'Problem' : 'Role'}>
      {row.verdict === 'failed' ? <span className="text-danger">{row.message}</span> : row.role}
    </td>
  </tr>
);
