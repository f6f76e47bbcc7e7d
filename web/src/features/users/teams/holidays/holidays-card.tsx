import { useState } from 'react';
import { Button, Card, ListGroup } from 'react-bootstrap';
import { counted } from '../../../../lib/numbers';
import { ConfirmDialog } from '../../../../ui/dialogs';
import { Icon } from '../../../../ui/icon';
import { SkeletonLines } from '../../../../ui/skeleton';
import { ErrorBlock } from '../../../../ui/state-block';
import { useToast } from '../../../../ui/toasts';
import type { TeamNode } from '../team-tree.rules';
import {
  type HolidayList,
  type HolidayListRecord,
  useHolidayLists,
  useOpenHolidayList,
  useRemoveHolidayList,
} from './api';
import { HolidayListDialog } from './holiday-list-dialog';

type Opened = { kind: 'create' } | { kind: 'edit'; list: HolidayList } | { kind: 'remove'; list: HolidayListRecord };

/** The lists of holidays that teams have (docs/product/teams.md#holidays). */
export function HolidaysCard({ teams }: { teams: readonly TeamNode[] }) {
  const { data, error, refetch } = useHolidayLists();
  const read = useOpenHolidayList();
  const [opened, setOpened] = useState<Opened | null>(null);
  const usedBy = (list: HolidayListRecord) => teams.filter(({ holidayListId }) => holidayListId === list.id).length;
  const close = () => setOpened(null);
  return (
    <Card as="section" aria-labelledby="holidays" className="mt-3">
      <Card.Header className="lf-team-head">
        <div>
          <h2 id="holidays">Holidays</h2>
          <div className="muted small fw-normal">A team has one list, or that of the team above.</div>
        </div>
        <div className="end">
          <Button variant="outline-secondary" size="sm" onClick={() => setOpened({ kind: 'create' })}>
            <Icon name="plus-lg" />
            Add list
          </Button>
        </div>
      </Card.Header>
      {error && <ErrorBlock title="The holidays could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card.Body>
          <SkeletonLines lines={2} />
        </Card.Body>
      )}
      {data?.length === 0 && (
        <Card.Body className="muted">No list yet. Without one, every working day of a team counts.</Card.Body>
      )}
      {data && data.length > 0 && (
        <ListGroup variant="flush">
          {data.map((list) => (
            <ListGroup.Item key={list.id} className="d-flex align-items-center gap-2">
              <span className="text-break me-auto">
                <b>{list.name}</b>
                <span className="muted small d-block">
                  {spanText(list)} · {counted(usedBy(list), 'team')}
                </span>
              </span>
              <Button
                variant="ghost"
                className="btn-icon"
                aria-label={`Edit ${list.name}`}
                title="Edit"
                disabled={read.isPending}
                onClick={() => read.mutate(list.id, { onSuccess: (found) => setOpened({ kind: 'edit', list: found }) })}
              >
                <Icon name="pencil" />
              </Button>
              <Button
                variant="ghost"
                className="btn-icon"
                aria-label={`Remove ${list.name}`}
                title="Remove"
                onClick={() => setOpened({ kind: 'remove', list })}
              >
                <Icon name="trash" />
              </Button>
            </ListGroup.Item>
          ))}
        </ListGroup>
      )}
      {opened?.kind === 'create' && <HolidayListDialog onClose={close} />}
      {opened?.kind === 'edit' && <HolidayListDialog list={opened.list} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveListDialog list={opened.list} teams={usedBy(opened.list)} onClose={close} />}
    </Card>
  );
}

/** '11 days in 2026', '22 days, 2026 to 2027'. */
function spanText({ holidays, from, to }: HolidayListRecord): string {
  const [first, last] = [from?.slice(0, 4), to?.slice(0, 4)];
  if (!first) return 'No days';
  return `${counted(holidays, 'day')}${first === last ? ` in ${first}` : `, ${first} to ${last}`}`;
}

interface RemoveListDialogProps {
  list: HolidayListRecord;
  teams: number;
  onClose: () => void;
}

function RemoveListDialog({ list, teams, onClose }: RemoveListDialogProps) {
  const toast = useToast();
  const remove = useRemoveHolidayList();
  const confirm = () =>
    remove.mutate(list.id, {
      onSuccess: () => {
        toast.success(`${list.name} removed`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      show
      title="Remove list"
      action="Remove list"
      variant="danger"
      pending={remove.isPending}
      disabled={teams > 0}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="text-break mb-0">
        {teams > 0
          ? `${counted(teams, 'team has', 'teams have')} the holidays of ${list.name}. Choose other ones there first.`
          : `No team has the holidays of ${list.name}.`}
      </p>
    </ConfirmDialog>
  );
}
