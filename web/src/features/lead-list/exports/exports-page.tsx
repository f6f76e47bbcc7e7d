import type { WaitingExport } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { isAdmin, useUser } from '../../../lib/session';
import { ToneBadge } from '../../../ui/badges';
import { PageHeader } from '../../../ui/page-header';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { allowedExportAddress, useWaitingExports, useWithdrawExport } from './api';
import { DecideDialog } from './decide-dialog';
import { useCustomFields } from '../../../lib/custom-fields';
import { useTerritoryNames } from '../../../lib/territories';
import { filterWords } from './export-filter.rules';

const columns = ['c-name', '', '', '', ''];

/** Exports that wait or waited: the own ones, those of all for administrators. */
export function ExportsPage() {
  const user = useUser();
  const { data, error, refetch } = useWaitingExports();
  const [decided, setDecided] = useState<WaitingExport | null>(null);
  return (
    <>
      <PageHeader
        title="Exports"
        subtitle="Large exports wait until another administrator allows them."
        back={{ to: paths.crm, label: 'Back to CRM Dashboard' }}
      />
      {error ? (
        <ErrorBlock title="Error loading exports. Please try again." error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <StateBlock icon="download" title="No exports wait">
          {isAdmin(user)
            ? 'Exports of the last 90 days that waited appear here.'
            : 'Your exports that waited appear here.'}
        </StateBlock>
      ) : (
        <Card>
          <div className="lf-wrap">
            <Table hover className="lf-stack columns">
              <thead>
                <tr>
                  <th>Asked By</th>
                  <th>Leads</th>
                  <th>Asked</th>
                  <th>State</th>
                  <th className="text-end">Actions</th>
                </tr>
              </thead>
              {data ? (
                <tbody>
                  {data.map((each) => (
                    <ExportRow
                      key={each.id}
                      waiting={each}
                      isOwn={each.user.id === user.id}
                      onDecide={() => setDecided(each)}
                    />
                  ))}
                </tbody>
              ) : (
                <TableRowsSkeleton columns={columns} />
              )}
            </Table>
          </div>
        </Card>
      )}
      {decided && <DecideDialog waiting={decided} onClose={() => setDecided(null)} />}
    </>
  );
}

const states: Record<WaitingExport['state'], { label: string; tone: 'good' | 'bad' | 'accent' | 'warn' }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  allowed: { label: 'Allowed', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'warn' },
  expired: { label: 'Expired', tone: 'warn' },
};

interface ExportRowProps {
  waiting: WaitingExport;
  isOwn: boolean;
  onDecide: () => void;
}

const ExportRow = ({ waiting, isOwn, onDecide }: ExportRowProps) => {
  const fields = useCustomFields();
  const territories = useTerritoryNames(waiting.filter.territory !== undefined);
  const { label, tone } = states[waiting.state];
  const isOpen = waiting.state === 'waiting' || waiting.state === 'allowed';
  return (
    <tr>
      <td className="name text-break c-name">{waiting.user.fullName}</td>
      <td className="py-2" data-label="Leads">
        <span className="num">{formatNumber(waiting.leads)}</span>
        <div className="soft small text-break">{filterWords(waiting, fields, territories).join(' · ')}</div>
      </td>
      <td className="text-nowrap num" data-label="Asked">
        <time dateTime={waiting.askedAt}>{formatDateTime(waiting.askedAt)}</time>
      </td>
      <td className="py-2" data-label="State">
        <ToneBadge tone={tone}>{label}</ToneBadge>
        {waiting.decidedBy && <div className="soft small">by {waiting.decidedBy.fullName}</div>}
        {isOpen && <div className="soft small">until {formatDateTime(waiting.expiresAt)}</div>}
      </td>
      <td className="text-end">
        {isOwn
          ? isOpen && <OwnActions waiting={waiting} />
          : waiting.state === 'waiting' && (
              <Button
                size="sm"
                variant="outline-secondary"
                aria-label={`Decide on the export of ${waiting.user.fullName}`}
                onClick={onDecide}
              >
                Decide
              </Button>
            )}
      </td>
    </tr>
  );
};

function OwnActions({ waiting: { id, state } }: { waiting: WaitingExport }) {
  const toast = useToast();
  const { mutate, isPending } = useWithdrawExport();
  const withdraw = () =>
    mutate(id, {
      onSuccess: () => toast.success('Export withdrawn'),
      onError: (error) => toast.failure(error),
    });
  return (
    <div className="d-flex justify-content-end gap-2">
      <Button size="sm" variant="outline-secondary" disabled={isPending} onClick={withdraw}>
        Withdraw
      </Button>
      {state === 'allowed' && (
        <a className="btn btn-primary btn-sm" href={allowedExportAddress(id)} download>
          Download
        </a>
      )}
    </div>
  );
}
