import type { ProviderTest } from '@lead-finder/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../lib/http';
import { leavePage } from '../../../lib/leave-page';
import { paths } from '../../../lib/paths';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { PageSpinner } from '../../../ui/spinner';
import { ErrorBlock } from '../../../ui/state-block';
import { useProviderTest, useStartTest } from './api';

/** Goes to the provider, which sends the browser back to this page; then shows the report. */
export function ProviderTestPage() {
  const id = Number(useParams().id);
  const isDone = useSearchParams()[0].has('done');
  return (
    <>
      <PageHeader title="Test sign-in" back={{ to: paths.signIn, label: 'Back to Sign-in' }} />
      {isDone ? <TestReport id={id} /> : <StartTest id={id} />}
    </>
  );
}

function StartTest({ id }: { id: number }) {
  const { mutate, error } = useStartTest();
  const isStarted = useRef(false);
  const start = useCallback(() => mutate(id, { onSuccess: ({ address }) => leavePage.to(address) }), [id, mutate]);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  }, [start]);
  if (!error) return <PageSpinner />;
  return (
    <>
      <Notice kind="danger" icon="exclamation-triangle" error={error}>
        {messageOf(error)}
      </Notice>
      <Button onClick={start}>Test again</Button>
    </>
  );
}

function TestReport({ id }: { id: number }) {
  const { data, error, refetch } = useProviderTest(id);
  if (error) return <ErrorBlock title="The report could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSpinner />;
  return <Report id={id} test={data} />;
}

const looks = {
  passed: { kind: 'success', icon: 'check-circle' },
  failed: { kind: 'danger', icon: 'exclamation-triangle' },
  running: { kind: 'warning', icon: 'hourglass-split' },
} as const;

interface ReportProps {
  id: number;
  test: ProviderTest;
}

const Report = ({ id, test: { state, field, message, effect, claims } }: ReportProps) => (
  <>
    <Notice {...looks[state]}>
      {state === 'failed' && field && <b>Wrong: {field}. </b>}
      {message}
    </Notice>
    {effect && <p className="mb-3">{effect}</p>}
    {claims.length > 0 && (
      <Card className="mb-3">
        <div className="lf-wrap">
          <Table className="lf-stack columns">
            <caption className="visually-hidden">What the provider said</caption>
            <thead>
              <tr>
                <th>Name</th>
                <th>Value</th>
              </tr>
            </thead>
            <tbody>
              {claims.map(({ name, value }) => (
                <tr key={name}>
                  <td className="c-name">{name}</td>
                  <td className="text-break" data-label="Value">
                    {value}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </Card>
    )}
    <p className="muted mb-3">
      You can close this window. {state === 'passed' && 'A provider that is off can now be switched on.'}
    </p>
    {state !== 'passed' && (
      <Link className="btn btn-primary" to={paths.signInTest(id)}>
        Test again
      </Link>
    )}
  </>
);
