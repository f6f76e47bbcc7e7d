import type { ProgressRecord } from '@lead-finder/contracts';
import { useState } from 'react';
import { paths } from '../../lib/paths';
import { useSettings } from '../../lib/settings';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useTeam } from './api';
import { dayIn, dayOfMonth, daysInMonth } from './calendar.rules';
import { type Asked, ContactsDialog } from './contacts-dialog';
import { OwnProgress } from './own-progress';
import './progress.css';
import { TeamMembers } from './team-members';
import { TeamSummary } from './team-summary';
import { type Member, teamOf } from './team.rules';

function monthWords({ monthName, monthProgress }: ProgressRecord, today: string): string {
  const day = `day ${dayOfMonth(today)} of ${daysInMonth(today)}`;
  return `${monthName} ${today.slice(0, 4)} · ${day}, ${Math.round(monthProgress)}% of the month gone`;
}

/** Team progress (specification section 2): one's own goals, the team's sum, and every member in one of four groups. */
export function TeamProgressPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const today = dayIn(useSettings()?.timeZone, new Date());
  const month = useTeam('month');
  const week = useTeam('week');
  const lastWeek = useTeam('lastWeek');
  const all = [month, week, lastWeek];
  const failed = all.find(({ isError, data }) => isError && !data);
  const isThere = month.data && week.data && lastWeek.data;
  const members = isThere ? teamOf({ month: month.data, week: week.data, lastWeek: lastWeek.data }) : undefined;
  const present = month.data?.[0];

  return (
    <>
      <PageHeader
        title="Team Progress"
        subtitle={present && monthWords(present, today)}
        back={{ to: paths.crm, label: 'Back to CRM Dashboard' }}
      />
      {failed ? (
        <>
          <OwnProgress onAsk={setAsked} />
          <ErrorBlock
            title="Error Loading Team Progress"
            error={failed.error}
            onRetry={() => all.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
          >
            The team's numbers could not be loaded. Nothing that was counted is lost.
          </ErrorBlock>
        </>
      ) : (
        <Team members={members} elapsed={present?.monthProgress ?? 0} onAsk={setAsked} />
      )}
      {asked && <ContactsDialog {...asked} today={today} onClose={() => setAsked(null)} />}
    </>
  );
}

interface TeamProps {
  /** Undefined while they are on the way. */
  members?: Member[];
  elapsed: number;
  onAsk: (asked: Asked) => void;
}

function Team({ members, elapsed, onAsk }: TeamProps) {
  if (members?.length === 0) {
    return (
      <>
        <OwnProgress onAsk={onAsk} />
        <StateBlock icon="people" title="No Team Data Available">
          Active people show here with their contacts of this week and this month.
        </StateBlock>
      </>
    );
  }
  return (
    <>
      <div className="lf-teamtop">
        {members ? <TeamSummary members={members} elapsed={elapsed} /> : <CardSkeleton lines={7} />}
        <OwnProgress onAsk={onAsk} />
      </div>
      {members && <TeamMembers members={members} elapsed={elapsed} onAsk={onAsk} />}
    </>
  );
}
