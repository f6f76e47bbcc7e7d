import type { MemberWeeks, ProgressRecord } from '@lead-finder/contracts';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useUser } from '../../lib/session';
import { useSettings } from '../../lib/settings';
import { awaited, PageHeader } from '../../ui/page-header';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useTeamLastWeek, useTeamMonth, useTeamWeek, useTeamWeeks } from './api';
import { type Asked, askedIn, queryOf } from './asked-list.rules';
import { dayIn, dayOfMonth, daysInMonth, monthWords, present, spanOf, type Walk } from './calendar.rules';
import { ContactsDialog } from './contacts-dialog';
import { ExportMenu } from './export-menu';
import { MondayBrief } from './monday-brief';
import { OwnProgress } from './own-progress';
import './progress.css';
import { StatusFunnel } from './status-funnel';
import { TeamMembers } from './team-members';
import { TeamSummary, TeamSummaryBones } from './team-summary';
import { type Member, teamOf } from './team.rules';
import { WalkSteps } from './walk-steps';

function subtitleOf({ monthName, monthProgress }: ProgressRecord, today: string, { months }: Walk): string {
  if (months > 0) return monthWords(spanOf('month', today, { weeks: 0, months }).from);
  const day = `day ${dayOfMonth(today)} of ${daysInMonth(today)}`;
  return `${monthName} ${today.slice(0, 4)} · ${day}, ${Math.round(monthProgress)}% of the month gone`;
}

/** Team progress (specification section 2): one's own goals, the team's sum, and every member in one of four groups. */
export function TeamProgressPage() {
  const [walk, setWalk] = useState(present);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const today = dayIn(useSettings()?.timeZone, new Date());
  const weekDay = walk.weeks > 0 ? spanOf('week', today, walk).from : undefined;
  const month = useTeamMonth(walk.months > 0 ? spanOf('month', today, walk).from : undefined);
  const week = useTeamWeek(weekDay);
  const lastWeek = useTeamLastWeek(weekDay);
  const eightWeeks = useTeamWeeks(weekDay).data;
  const all = [month, week, lastWeek];
  const failed = all.find(({ isError, data }) => isError && !data);
  const isThere = month.data && week.data && lastWeek.data;
  const members = isThere ? teamOf({ month: month.data, week: week.data, lastWeek: lastWeek.data }) : undefined;
  const first = month.data?.[0];

  const asked = askedIn(query);
  const ask = (next: Asked) => void navigate({ search: queryOf(next) });
  const nameOf = (userId: number) =>
    members?.find((member) => member.user.id === userId)?.name ??
    (userId === user.id ? user.fullName || user.username : 'Somebody');

  return (
    <>
      <PageHeader
        title="Team Progress"
        subtitle={first ? subtitleOf(first, today, walk) : awaited}
        isSubtitleKept
        back={{ to: paths.crm, label: 'Back to CRM Dashboard' }}
        actions={<ExportMenu today={today} walk={walk} />}
      />
      {failed ? (
        <>
          <OwnProgress onAsk={ask} />
          <ErrorBlock
            title="Error Loading Team Progress"
            error={failed.error}
            onRetry={() => all.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
          >
            The team's numbers could not be loaded. Nothing that was counted is lost.
          </ErrorBlock>
        </>
      ) : (
        <>
          <WalkSteps walk={walk} today={today} onWalk={setWalk} />
          <Team
            members={members}
            weeks={eightWeeks}
            elapsed={first?.monthProgress ?? 0}
            today={today}
            walk={walk}
            onAsk={ask}
          />
        </>
      )}
      {asked && (
        <ContactsDialog
          key={query.toString()}
          asked={asked}
          today={today}
          nameOf={nameOf}
          onClose={() => void navigate({ search: '' })}
        />
      )}
    </>
  );
}

interface TeamProps {
  /** Undefined while they are on the way. */
  members?: Member[];
  weeks?: MemberWeeks[];
  elapsed: number;
  today: string;
  walk: Walk;
  onAsk: (asked: Asked) => void;
}

function Team({ members, weeks, elapsed, today, walk, onAsk }: TeamProps) {
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
        <div className="d-grid gap-3">
          {members ? (
            <TeamSummary members={members} elapsed={elapsed} today={today} walk={walk} onAsk={onAsk} />
          ) : (
            <TeamSummaryBones />
          )}
          <StatusFunnel onAsk={onAsk} />
        </div>
        <div className="d-grid gap-3">
          <MondayBrief />
          <OwnProgress onAsk={onAsk} />
        </div>
      </div>
      {members && (
        <TeamMembers members={members} weeks={weeks} elapsed={elapsed} today={today} walk={walk} onAsk={onAsk} />
      )}
    </>
  );
}
