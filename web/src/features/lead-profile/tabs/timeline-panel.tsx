import type { getLeadTimeline, OutputOf, TimelineEntry, TimelineKind } from '@lead-finder/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { formatDateTime } from '../../../lib/dates';
import { automatically, request } from '../../../lib/http';
import { type LeadAddress, readKey } from '../../../lib/lead-address';
import { useLeadsChanged } from '../../../lib/lead-changes';
import { addressOf } from '../../../lib/query-client';
import { activityStyles } from '../../../ui/activity-styles';
import { Icon } from '../../../ui/icon';
import { statusLabel } from '../../../ui/lead-status';
import { CardSkeleton } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { reasonOf } from '../calls.rules';
import { textsOf } from './timeline.rules';

type Page = OutputOf<typeof getLeadTimeline>;

const kinds: { value: TimelineKind | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'activity', label: 'Activities' },
  { value: 'status', label: 'Status changes' },
  { value: 'assignment', label: 'Assignments' },
  { value: 'edit', label: 'Edits' },
  { value: 'import', label: 'Imports' },
];

const icons: Record<Exclude<TimelineKind, 'activity'>, string> = {
  status: 'flag',
  assignment: 'arrow-left-right',
  edit: 'pencil',
  import: 'box-arrow-in-down',
};

/** All activities and changes of the lead, newest first. */
export function TimelinePanel({ lead }: { lead: LeadAddress }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const [path, identifier] = readKey(lead, 'lead-timeline');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, identifier, kind],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', addressOf([path, identifier, { kind, cursor: pageParam }]), undefined, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    gcTime: 0,
  });
  const readAgain = useCallback(
    () => automatically(() => void client.invalidateQueries({ queryKey: [path, identifier] })),
    [client, path, identifier],
  );
  useLeadsChanged(readAgain);
  const entries = data?.pages.flatMap((page) => page.entries);

  return (
    <>
      <Form.Select
        className="w-auto mb-3"
        aria-label="Show in timeline"
        value={kind}
        onChange={(event) => setKind(event.target.value as TimelineKind | '')}
      >
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Form.Select>
      {!entries && !error && <CardSkeleton lines={3} />}
      {!entries && error && (
        <ErrorBlock title="The timeline could not be loaded" error={error} onRetry={() => void refetch()}>
          {reasonOf(error)}
        </ErrorBlock>
      )}
      {entries?.length === 0 && <p className="muted mb-0">Nothing of this kind has happened yet</p>}
      {entries && entries.length > 0 && (
        <ol className="lf-timeline" aria-label="Timeline">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="outline-secondary"
          size="sm"
          className="mt-2"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const author = entry.by?.fullName || entry.by?.username;
  const { title, text } = textsOf(entry, statusLabel);
  return (
    <li>
      <span className="lf-dot">
        <Icon name={entry.kind === 'activity' ? activityStyles[entry.what.type].icon : icons[entry.kind]} />
      </span>
      <div>
        <b className="text-break">{entry.kind === 'activity' ? activityStyles[entry.what.type].label : title}</b>
        <div className="muted">
          {formatDateTime(entry.at)}
          {author && ` · by ${author}`}
        </div>
        {text && <p className="soft lf-written">{text}</p>}
      </div>
    </li>
  );
}
