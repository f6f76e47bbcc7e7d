import { type ProviderSignIn, signInProblems } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { CursorPager } from '../../../ui/cursor-pager';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useProviderLog, useUnlinkUser } from './api';

const columns = ['', '', '', '', ''];

/** The sign-ins and requests of provisioning of the last 90 days: what they changed, or why they were refused. */
export function SignInLogPanel() {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const { data, error, refetch } = useProviderLog(starts.at(-1));
  return (
    <section className="mt-4" aria-label="Sign-ins and provisioning">
      <h2 className="h3 mb-2">Sign-ins and provisioning of the last 90 days</h2>
      {error ? (
        <ErrorBlock title="The sign-ins could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data?.entries.length === 0 && starts.length === 1 ? (
        <p className="muted">No sign-in and no provisioning by a provider yet.</p>
      ) : (
        <>
          <Card>
            <div className="lf-wrap">
              <Table className="lf-stack columns">
                <thead>
                  <tr>
                    <th>Time</th>
                    <th>Provider</th>
                    <th>Account</th>
                    <th>Outcome</th>
                    <th className="text-end">Actions</th>
                  </tr>
                </thead>
                {data ? (
                  <tbody>
                    {data.entries.map((entry) => (
                      <LogRow key={entry.id} entry={entry} />
                    ))}
                  </tbody>
                ) : (
                  <TableRowsSkeleton columns={columns} />
                )}
              </Table>
            </div>
          </Card>
          <CursorPager starts={starts} next={data?.next?.toString()} onChange={setStarts} />
        </>
      )}
    </section>
  );
}

function LogRow({ entry }: { entry: ProviderSignIn }) {
  const toast = useToast();
  const unlink = useUnlinkUser();
  const { at, kind, provider, username, userId, outcome, problem, details } = entry;
  const done = kind === 'scim' ? 'Provisioned' : 'Signed in';
  return (
    <tr>
      <td className="text-nowrap num" data-label="Time">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td data-label="Provider">{provider}</td>
      <td data-label="Account">{username || '–'}</td>
      <td className="text-break" data-label="Outcome">
        {outcome === 'done' ? done : `Refused${problem ? `: ${signInProblems[problem]}` : ''}`}
        {details && <div className="muted small">{details}</div>}
      </td>
      <td className="text-end">
        {problem === 'subject_changed' && userId !== null && (
          <Button
            variant="outline-secondary"
            size="sm"
            disabled={unlink.isPending}
            aria-label={`Unlink ${username}`}
            onClick={() => unlink.mutate(userId, { onSuccess: ({ message }) => toast.success('Unlinked', message) })}
          >
            Unlink
          </Button>
        )}
      </td>
    </tr>
  );
}
