import { parseImportRow, type RowOutcome, type RowRules, type UserSummary } from '@lead-finder/contracts';
import { Table } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import type { ImportHead } from './import-head';

interface FirstRowsPanelProps {
  head: ImportHead;
  rules: RowRules;
  /** The user who gets the rows without a username. */
  assignee: UserSummary | null;
  /** All active users; undefined while they load. */
  people: readonly UserSummary[] | undefined;
  /** Usernames of the file that the admin mapped to a user. */
  userMapping: ReadonlyMap<string, number>;
}

const shownRows = 8;

/** Shows the first rows as the import would read them, with their errors. */
export function FirstRowsPanel({ head, rules, assignee, people, userMapping }: FirstRowsPanelProps) {
  const users = people && knownUsers(people, userMapping);
  const { columns } = rules;
  const first = (cells: string[], position: number | undefined, otherwise = '–') =>
    (position === undefined ? '' : (cells[position] ?? '').trim()) || otherwise;
  return (
    <section aria-label="First rows">
      <h3 className="px-3 pt-3 pb-2 border-top">First rows</h3>
      <div className="lf-wrap">
        <Table className="lf-stack columns">
          <thead>
            <tr>
              <th className="r row-no">Row</th>
              <th>Business Name</th>
              <th>User</th>
              <th>Check</th>
            </tr>
          </thead>
          <tbody>
            {head.rows.slice(0, shownRows).map(({ row, cells, problem }) => (
              <tr key={row}>
                <td className="r muted num" data-label="Row">
                  {formatNumber(row)}
                </td>
                <td className="cut name lf-import-name">{first(cells, columns.businessName?.[0])}</td>
                <td className="cut soft lf-import-user" data-label="User">
                  {first(cells, columns.user?.[0], assignee?.username)}
                </td>
                <td>
                  <RowCheck outcome={withKnownUser(checkRow(cells, rules, problem), rules, users)} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

/** Reads a row as the server does. */
export function checkRow(cells: string[], rules: RowRules, problem?: string): RowOutcome {
  if (problem) return { ok: false, user: null, failures: [{ column: null, message: problem }] };
  const columns = rules.headers.length;
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${cells.length} cells, the header has ${columns}`;
    return { ok: false, user: null, failures: [{ column: null, message }] };
  }
  return parseImportRow(cells, rules);
}

const keyOf = (username: string) => username.normalize('NFC').toLowerCase();

export const knownUsers = (people: readonly UserSummary[], userMapping: ReadonlyMap<string, number>) =>
  new Set([...people.map(({ username }) => username), ...userMapping.keys()].map(keyOf));

export function withKnownUser(
  outcome: RowOutcome,
  { headers, columns }: RowRules,
  users: ReadonlySet<string> | undefined,
): RowOutcome {
  const { user } = outcome.ok ? outcome.parsed : outcome;
  if (user === null || !users || users.has(keyOf(user))) return outcome;
  const column = headers[columns.user?.[0] ?? -1]?.trim() ?? null;
  const unknown = { column, message: `No active user '${user}'` };
  return { ok: false, user, failures: outcome.ok ? [unknown] : [...outcome.failures, unknown] };
}

const RowCheck = ({ outcome }: { outcome: RowOutcome }) =>
  outcome.ok ? (
    <span className="lf-biz ok">Ready</span>
  ) : (
    <span className="lf-biz gone text-wrap">{outcome.failures.map(({ message }) => message).join('; ')}</span>
  );
