import type { countTags, InputOf, OutputOf, startBulkJob } from '@lead-finder/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button, Card, Table } from 'react-bootstrap';
import { request } from '../../../lib/http';
import { useLeadsChanged } from '../../../lib/lead-changes';
import { businesses, formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { SearchField } from '../../../ui/search-field';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { jobsKey, useBulkJobs } from '../bulk/bulk-jobs-api';
import { BulkJobsTray } from '../bulk/bulk-jobs-tray';
import { type TagChange, TagChangeDialog } from './tag-change-dialog';

const tagsKey = ['/api/admin/tags'] as const;
type CountedTag = OutputOf<typeof countTags>[number];

/** Renames, merges and deletes tags of all leads, as bulk jobs (docs/product/lead-list.md#tags-page). */
export function TagsPage() {
  const client = useQueryClient();
  const toast = useToast();
  const [q, setQ] = useState('');
  const [dialog, setDialog] = useState<{ kind: TagChange; tag: CountedTag } | null>(null);
  const { data, error, refetch } = useQuery<CountedTag[]>({
    queryKey: [...tagsKey, { q: q || undefined }],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  useLeadsChanged(useCallback(() => void client.invalidateQueries({ queryKey: tagsKey }), [client]));
  const jobs = useBulkJobs(true);
  const start = useMutation({
    mutationFn: (input: InputOf<typeof startBulkJob>) => request('POST', '/api/bulk-jobs', input),
    onSuccess: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
  const change = (tag: string, newTag: string | null) =>
    start.mutate(
      {
        filter: { tag: [tag], archived: 'any', existingCustomers: true },
        ...(newTag === null ? { action: 'remove-tags', tags: [tag] } : { action: 'replace-tags', tags: [tag], newTag }),
      },
      {
        onSuccess: () => setDialog(null),
        onError: (failure) => toast.failure(failure, 'Error', 'Failed to change the tag'),
      },
    );
  return (
    <>
      <PageHeader title="Tags" back={{ to: paths.home, label: 'Back to Dashboard' }} />
      <div className="lf-toolbar" role="search">
        <SearchField label="Search tags" delay={250} value={q} onChange={setQ} />
      </div>
      {error ? (
        <ErrorBlock title="Error loading tags. Please try again." error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <StateBlock icon="tags" title="No tags found">
          {q ? 'No tag contains this text.' : 'Tags of leads appear here.'}
        </StateBlock>
      ) : (
        <TagTable tags={data} onOpen={(kind, tag) => setDialog({ kind, tag })} />
      )}
      {jobs.data && jobs.data.length > 0 && (
        <div className="mt-3">
          <BulkJobsTray jobs={jobs.data} />
        </div>
      )}
      {dialog && (
        <TagChangeDialog
          kind={dialog.kind}
          tag={dialog.tag.value}
          affected={businesses(dialog.tag.count)}
          others={(data ?? []).map(({ value }) => value).filter((value) => value !== dialog.tag.value)}
          pending={start.isPending}
          onClose={() => setDialog(null)}
          onChange={(newTag) => change(dialog.tag.value, newTag)}
        />
      )}
    </>
  );
}

const actions = [
  { kind: 'rename', label: 'Rename', icon: 'pencil' },
  { kind: 'merge', label: 'Merge', icon: 'intersect' },
  { kind: 'delete', label: 'Delete', icon: 'trash3' },
] as const;

/** Undefined while the tags load. */
const TagTable = ({
  tags,
  onOpen,
}: {
  tags: readonly CountedTag[] | undefined;
  onOpen: (kind: TagChange, tag: CountedTag) => void;
}) => (
  <Card>
    <div className="lf-wrap">
      <Table hover className="lf-stack tags">
        <thead>
          <tr>
            <th>Tag</th>
            <th className="text-end">Leads</th>
            <th className="text-end">Actions</th>
          </tr>
        </thead>
        {tags ? (
          <tbody>
            {tags.map((tag) => (
              <tr key={tag.value}>
                <td className="name text-break c-name">{tag.value}</td>
                <td className="num text-end" data-label="Leads">
                  {formatNumber(tag.count)}
                </td>
                <td className="text-end text-nowrap c-acts">
                  {tag.value !== 'Imported' &&
                    actions.map(({ kind, label, icon }) => (
                      <Button
                        key={kind}
                        variant="ghost"
                        size="sm"
                        aria-label={`${label} ${tag.value}`}
                        title={label}
                        onClick={() => onOpen(kind, tag)}
                      >
                        <Icon name={icon} />
                      </Button>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        ) : (
          <TableRowsSkeleton columns={['c-name', '', '']} />
        )}
      </Table>
    </div>
  </Card>
);
