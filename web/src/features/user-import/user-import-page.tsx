import { useEffect, useRef } from 'react';
import { Button, Card, ProgressBar } from 'react-bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { UserImport } from '@lead-finder/contracts';
import { UnreadableFileError } from '../../lib/csv-head';
import { messageOf } from '../../lib/http';
import { counted, formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { FileInput } from '../../ui/file-input';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { ButtonSpinner } from '../../ui/spinner';
import { ErrorBlock } from '../../ui/state-block';
import { useCheckFile, useStartUserImport, useUserImport } from './api';
import { CheckedRowsPanel } from './checked-rows-panel';
import { exampleFile } from './user-file.rules';

/** Creates and changes users from a CSV file (docs/product/teams.md#users-by-file). */
export function UserImportPage() {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get('id')) || null;
  const { data, error, refetch } = useUserImport(id);
  return (
    <>
      <PageHeader
        title="Import Users"
        subtitle="Create and change many users with one CSV file. Nothing changes before you have seen the result of the check."
        back={{ to: paths.users, label: 'Back to User Management' }}
      />
      {error ? (
        <ErrorBlock title="Error loading this import" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <CheckedImport key={data.id} userImport={data} onOther={() => setSearch({})} />
      ) : (
        id === null && <FileCard onChecked={(checked) => setSearch({ id: String(checked.id) })} />
      )}
    </>
  );
}

function FileCard({ onChecked }: { onChecked: (checked: UserImport) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const check = useCheckFile();
  const { error } = check;
  return (
    <Card body>
      <FileInput
        ref={input}
        label="CSV file"
        accept=".csv,text/csv"
        onChoose={(file) => check.mutate(file, { onSuccess: onChecked })}
      />
      <p>
        One user a row, up to 10,000. The first row names the columns: <b>username</b>, email, full name, role (admin,
        manager or user), team (names from the top, such as &quot;North America / West&quot;), manages (the teams of a
        manager, separated by semicolons), time zone and monthly goal.
      </p>
      <p className="muted">
        A username that exists is changed; an empty cell keeps its value. New users get a mail with a link to choose a
        password, and teams that do not exist yet are created.
      </p>
      {error && (
        <Notice kind="danger" error={error}>
          {error instanceof UnreadableFileError ? error.message : messageOf(error, 'The file could not be checked.')}
        </Notice>
      )}
      <div className="d-flex flex-wrap gap-2">
        <Button disabled={check.isPending} onClick={() => input.current?.click()}>
          {check.isPending ? <ButtonSpinner /> : <Icon name="filetype-csv" />}
          {check.isPending ? 'Checking...' : 'Choose a CSV file'}
        </Button>
        <a
          className="btn btn-outline-secondary"
          download="users-example.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleFile)}`}
        >
          Download an example
        </a>
      </div>
    </Card>
  );
}

interface CheckedImportProps {
  userImport: UserImport;
  onOther: () => void;
}

function CheckedImport({ userImport, onOther }: CheckedImportProps) {
  const { id, fileName, status, counts, done, newTeams } = userImport;
  const start = useStartUserImport(id);
  const client = useQueryClient();
  const changes = counts.create + counts.update;
  useEffect(() => {
    if (status === 'completed') void client.invalidateQueries({ queryKey: ['/api/users'] });
  }, [client, status]);
  return (
    <>
      {status === 'running' && (
        <Card body className="mb-3" role="status">
          <div className="d-flex mb-2">
            Importing {fileName}...
            <span className="ms-auto num">
              {formatNumber(done)} of {formatNumber(changes)}
            </span>
          </div>
          <div className="progress">
            <ProgressBar isChild now={done} max={Math.max(1, changes)} aria-label="Users imported" />
          </div>
        </Card>
      )}
      {status === 'completed' && (
        <Notice kind={counts.failed > 0 ? 'warning' : 'success'} role="note">
          {counted(counts.create, 'user')} created and invited, {formatNumber(counts.update)} changed
          {counts.failed > 0 && `, ${counted(counts.failed, 'row')} not imported`}.
        </Notice>
      )}
      {newTeams.length > 0 && (
        <Notice kind="info" role="note">
          {counted(newTeams.length, 'team')} {status === 'completed' ? 'created' : 'will be created'}:{' '}
          {newTeams.slice(0, 8).join(', ')}
          {newTeams.length > 8 && ' and more'}.
        </Notice>
      )}
      {start.error && (
        <Notice kind="danger" error={start.error}>
          {messageOf(start.error, 'The import could not be started.')}
        </Notice>
      )}
      <CheckedRowsPanel userImport={userImport} />
      <div className="d-flex flex-wrap gap-2 mt-3">
        {(status === 'checked' || status === 'receiving') && (
          <Button disabled={changes === 0 || start.isPending} onClick={() => start.mutate()}>
            {changes === 0 ? 'Nothing to import' : `Import ${counted(changes, 'user')}`}
          </Button>
        )}
        {status === 'completed' && (
          <Link className="btn btn-primary" to={newTeams.length > 0 ? paths.teams() : paths.users}>
            {newTeams.length > 0 ? 'Open Teams' : 'Open Users'}
          </Link>
        )}
        {status !== 'running' && (
          <Button variant="outline-secondary" onClick={onOther}>
            Choose another file
          </Button>
        )}
      </div>
    </>
  );
}
