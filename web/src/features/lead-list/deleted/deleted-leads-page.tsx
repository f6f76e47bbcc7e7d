import type { BulkResult, DeletedLeadRecord } from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Card, Form, Table } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { request } from '../../../lib/http';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { readWithHeaders } from '../../../lib/query-client';
import { CursorPager } from '../../../ui/cursor-pager';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { SearchField } from '../../../ui/search-field';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useListEffects } from '../api';
import { bulkFailures, outcomeOf } from '../bulk/bulk.rules';

const pageSize = 20;
const columns = ['c-name', '', '', '', ''];

/** Restores deleted leads, for administrators (docs/product/one-lead.md#recently-deleted). */
export function DeletedLeadsPage() {
  const toast = useToast();
  const [q, setQ] = useState('');
  /** The cursor of each page that was shown; undefined for the first. */
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/admin/deleted-leads', { q: q || undefined, cursor: starts.at(-1), pageSize }],
    queryFn: async (context) => {
      const page = await readWithHeaders<DeletedLeadRecord[]>(context);
      return { leads: page.data, next: page.headers.get('X-Next-Cursor') };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const restoring = useMutation({
    mutationFn: (ids: number[]) => request<BulkResult>('POST', '/api/admin/deleted-leads/restore', { ids }),
    ...useListEffects(),
  });
  const restore = (ids: number[]) =>
    restoring.mutate(ids, {
      onSuccess: ({ results }) => {
        const { tone, title, text } = outcomeOf('restore', results);
        toast[tone](title, text);
        setSelected(new Set());
        void refetch();
      },
      onError: (failure) => toast.failure(failure, bulkFailures.restore),
    });
  const goTo = (next: (string | undefined)[]) => {
    setStarts(next);
    setSelected(new Set());
  };
  const select = (id: number, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <>
      <PageHeader
        title="Recently Deleted"
        subtitle="Deleted leads of everybody. After 30 days they are gone for good."
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={
          <Button
            className="words"
            disabled={selected.size === 0 || restoring.isPending}
            onClick={() => restore([...selected])}
          >
            <Icon name="arrow-counterclockwise" />
            Restore ({formatNumber(selected.size)})
          </Button>
        }
      />
      <div className="lf-toolbar" role="search">
        <SearchField
          label="Search deleted leads"
          delay={250}
          value={q}
          onChange={(text) => {
            setQ(text);
            goTo([undefined]);
          }}
        />
      </div>
      {error ? (
        <ErrorBlock
          title="Error loading deleted leads. Please try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data?.leads.length === 0 && starts.length === 1 ? (
        <StateBlock icon="trash3" title="No deleted leads found">
          {q ? 'No deleted lead has this name.' : 'Leads that were deleted in the last 30 days appear here.'}
        </StateBlock>
      ) : (
        <>
          <Card>
            <div className="lf-wrap">
              <Table hover className="lf-stack columns">
                <thead>
                  <tr>
                    <th>Business Name</th>
                    <th>Assigned To</th>
                    <th>Deleted By</th>
                    <th>Deleted</th>
                    <th className="text-end">Actions</th>
                  </tr>
                </thead>
                {data ? (
                  <tbody>
                    {data.leads.map((lead) => (
                      <DeletedRow
                        key={lead.id}
                        lead={lead}
                        selected={selected.has(lead.id)}
                        pending={restoring.isPending}
                        onSelect={(isSelected) => select(lead.id, isSelected)}
                        onRestore={() => restore([lead.id])}
                      />
                    ))}
                  </tbody>
                ) : (
                  <TableRowsSkeleton columns={columns} />
                )}
              </Table>
            </div>
          </Card>
          <CursorPager starts={starts} next={data?.next} onChange={goTo} />
        </>
      )}
    </>
  );
}

interface DeletedRowProps {
  lead: DeletedLeadRecord;
  selected: boolean;
  pending: boolean;
  onSelect: (isSelected: boolean) => void;
  onRestore: () => void;
}

const DeletedRow = ({ lead, selected, pending, onSelect, onRestore }: DeletedRowProps) => (
  <tr>
    <td className="name text-break c-name">
      <Form.Check
        id={`deleted-${lead.id}`}
        aria-label={`Select ${lead.name}`}
        label={lead.name}
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
      />
    </td>
    <td data-label="Assigned To">{lead.user.fullName}</td>
    <td data-label="Deleted By">{lead.deletedBy.fullName}</td>
    <td className="text-nowrap num" data-label="Deleted">
      <time dateTime={lead.deletedAt}>{formatDateTime(lead.deletedAt)}</time>
    </td>
    <td className="text-end">
      <Button
        variant="outline-secondary"
        size="sm"
        aria-label={`Restore ${lead.name}`}
        disabled={pending}
        onClick={onRestore}
      >
        Restore
      </Button>
    </td>
  </tr>
);
