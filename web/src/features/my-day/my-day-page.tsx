import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link, useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { saveListView, leadViews } from '../../lib/lead-views';
import { formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { peopleListOf, useUser } from '../../lib/session';
import { phone, useMediaQuery } from '../../lib/use-media-query';
import { FollowUpDialog } from '../../ui/follow-up-dialog';
import { ToneBadge } from '../../ui/badges';
import { loadingSubtitle, PageHeader } from '../../ui/page-header';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { ViewSwitch } from '../../ui/view-switch';
import { type DueFollowUp, type MyDay, useDecideFollowUp, useMyDay } from './api';
import { DaySkeleton } from './day-skeleton';
import { DuePanel } from './due-panel';
import { dayName, isLate, summaryOf } from './my-day.rules';
import { NextBar } from './next-bar';
import './my-day.css';

/** The overdue, due and new leads of today. `aside` is the column beside them. */
export function MyDayPage({ aside }: { aside: ReactNode }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMyDay();
  const day = data?.pages[0];
  const isPhone = useMediaQuery(phone);
  const summary = day ? `${dayName(day.today)} · ${summaryOf(day)}` : loadingSubtitle;
  const due = data?.pages.flatMap((page) => page.due) ?? [];
  return (
    <>
      <PageHeader title="My day" subtitle={isPhone ? undefined : summary} actions={<Views />} />
      {isPhone && <p className="muted small mb-2">{summary}</p>}
      {!day && !error && <DaySkeleton />}
      {!day && error && (
        <Card>
          <ErrorBlock title="My day could not be loaded" error={error} onRetry={() => void refetch()}>
            {messageOf(error, 'Lead Finder did not answer.')} Nothing is lost.
          </ErrorBlock>
        </Card>
      )}
      {day && <Day day={day} due={due} aside={aside} />}
      {hasNextPage && (
        <Button
          variant="outline-secondary"
          className="mt-3"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** The three views of the list, and My day. */
function Views() {
  const navigate = useNavigate();
  return (
    <ViewSwitch
      views={leadViews}
      value="my-day"
      onChange={(view) => {
        if (view === 'my-day') return;
        saveListView(view);
        void navigate(paths.crm);
      }}
    />
  );
}

interface DayProps {
  day: MyDay;
  due: DueFollowUp[];
  aside: ReactNode;
}

function Day({ day, due, aside }: DayProps) {
  const [completing, setCompleting] = useState<DueFollowUp | null>(null);
  const { mutate: decide, isPending } = useDecideFollowUp();
  const toast = useToast();
  const isFree = day.overdue + day.dueToday + day.newLeads === 0;
  if (isFree) {
    return (
      <Card>
        <StateBlock
          icon="calendar-check"
          title="Nothing is due today"
          action={
            <Link className="btn btn-primary" to={paths.crm}>
              Open your leads
            </Link>
          }
        >
          Follow-ups that you plan on a lead appear here on their day.
        </StateBlock>
      </Card>
    );
  }
  return (
    <>
      <NextBar day={day} due={due} />
      <div className="lf-cols" onKeyDown={moveByArrow}>
        <div className="d-grid gap-3 lf-day">
          <DuePanel title="Overdue" count={day.overdue} followUps={due.filter(isLate)} onDone={setCompleting} />
          <DuePanel
            title="Due today"
            count={day.dueToday}
            followUps={due.filter((each) => !isLate(each))}
            onDone={setCompleting}
          />
        </div>
        <aside className="d-grid gap-3">
          {aside}
          {day.newLeads > 0 && <NewLeads day={day} />}
        </aside>
      </div>
      {completing && (
        <FollowUpDialog
          activityId={completing.activity.id}
          description={`${completing.lead.name}: ${completing.activity.description}`}
          pending={isPending}
          canMove={!completing.standsInFor}
          onClose={() => setCompleting(null)}
          onDecide={(decision, onSaved) =>
            decide(
              { id: completing.activity.id, decision },
              {
                onSuccess: ({ message }) => {
                  onSaved();
                  setCompleting(null);
                  toast.success(message);
                },
                onError: (error) =>
                  toast.failure(
                    error,
                    'The follow-up could not be saved',
                    'Lead Finder could not be reached. What you typed is kept. Try again.',
                  ),
              },
            )
          }
        />
      )}
    </>
  );
}

/** Moves the focus between leads with Up and Down. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { currentTarget, target } = event;
  if (step === undefined || !(target instanceof Node)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(target));
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  (next.matches('a') ? next : next.querySelector('a'))?.focus();
}

const NewLeads = ({ day }: { day: MyDay }) => {
  const user = useUser();
  return (
    <Card as="section" aria-label="New for you">
      <Card.Header as="h2" className="h3">
        New for you <ToneBadge tone="accent">{formatNumber(day.newLeads)}</ToneBadge>
        <span className="small muted fw-normal ms-2">not opened yet</span>
      </Card.Header>
      <Card.Body className="p-2 lf-side">
        {day.fresh.map((lead) => (
          <Link key={lead.id} data-row className="btn btn-ghost" to={paths.lead(lead)} title={lead.name}>
            <span className="cut">{lead.name}</span>
          </Link>
        ))}
        {day.newLeads > day.fresh.length && (
          <Link
            className="btn btn-ghost lf-all-new"
            to={`${paths.crm}?status=new${peopleListOf(user) ? `&userId=${user.id}` : ''}`}
          >
            Show all new leads
          </Link>
        )}
      </Card.Body>
    </Card>
  );
};
