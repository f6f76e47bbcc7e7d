import type { MemberWeeks, ProgressRecord } from '@lead-finder/contracts';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { useUser } from '../../../lib/session';
import { useTimeZone } from '../../../lib/time-zone';
import { loadingSubtitle, PageHeader } from '../../../ui/page-header';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useTeamLastWeek, useTeamMonth, useTeamWeek, useTeamWeeks } from '../api';
import { type LeadListQuery, leadListQueryIn, queryOf } from '../counted-leads/lead-list-query.rules';
import { dayIn, dayOfMonth, daysInMonth, monthWords, present, spanOf, type PeriodOffset } from '../calendar.rules';
import { ContactsDialog } from '../counted-leads/contacts-dialog';
import { ExportMenu } from './export-menu';
import { MondayBrief } from '../brief/monday-brief';
import { OwnProgress } from '../meters/own-progress';
import '../progress.css';
import { StatusFunnel } from './status-funnel';
import { TeamGoals } from './team-goals';
import { TeamMembers } from './team-members';
import { TeamSummary, TeamSummarySkeleton } from './team-summary';
import { type Member, teamOf } from './team.rules';
import { PeriodSteps } from './period-steps';

function subtitleOf({ monthName, monthProgress }: ProgressRecord, today: string, { months }: PeriodOffset): string {
  if (months > 0) return monthWords(spanOf('month', today, { weeks: 0, months }).from);
  const day = `day ${dayOfMonth(today)} of ${daysInMonth(today)}`;
  return `${monthName} ${today.slice(0, 4)} · ${day}, ${Math.round(monthProgress)}% of the month gone`;
}

/**
 * The user's own goals, the team's sum, and every member in one of four groups
 * (docs/product/progress.md#team-progress-page).
 */
export function TeamProgressPage() {
  const [offset, setOffset] = useState(present);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const today = dayIn(useTimeZone(), new Date());
  const weekDay = offset.weeks > 0 ? spanOf('week', today, offset).from : undefined;
  const month = useTeamMonth(offset.months > 0 ? spanOf('month', today, offset).from : undefined);
  const week = useTeamWeek(weekDay);
  const lastWeek = useTeamLastWeek(weekDay);
  const eightWeeks = useTeamWeeks(weekDay).data;
  const all = [month, week, lastWeek];
  const failed = all.find(({ isError, data }) => isError && !data);
  const isThere = month.data && week.data && lastWeek.data;
  const members = isThere ? teamOf({ month: month.data, week: week.data, lastWeek: lastWeek.data }) : undefined;
  const first = month.data?.[0];

  const listQuery = leadListQueryIn(query);
  const openList = (next: LeadListQuery) => void navigate({ search: queryOf(next) });
  const nameOf = (userId: number) =>
    members?.find((member) => member.user.id === userId)?.name ??
    (userId === user.id ? user.fullName || user.username : 'Somebody');

  return (
    <>
      <PageHeader
        title="Team Progress"
        subtitle={first ? subtitleOf(first, today, offset) : loadingSubtitle}
        isSubtitleOnPhones
        back={{ to: paths.crm, label: 'Back to CRM Dashboard' }}
        actions={<ExportMenu today={today} offset={offset} />}
      />
      {failed ? (
        <>
          <OwnProgress onOpenList={openList} />
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
          <PeriodSteps offset={offset} today={today} onChange={setOffset} />
          <Team
            members={members}
            weeks={eightWeeks}
            elapsed={first?.monthProgress ?? 0}
            today={today}
            offset={offset}
            onOpenList={openList}
          />
        </>
      )}
      {listQuery && (
        <ContactsDialog
          key={query.toString()}
          listQuery={listQuery}
          today={today}
          nameOf={nameOf}
          onClose={() => void navigate({ search: '' })}
        />
      )}
    </>
  );
}

interface TeamProps {
  /** Undefined while they load. */
  members?: Member[];
  weeks?: MemberWeeks[];
  elapsed: number;
  today: string;
  offset: PeriodOffset;
  onOpenList: (listQuery: LeadListQuery) => void;
}

function Team({ members, weeks, elapsed, today, offset, onOpenList }: TeamProps) {
  if (members?.length === 0) {
    return (
      <>
        <OwnProgress onOpenList={onOpenList} />
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
            <TeamSummary members={members} elapsed={elapsed} today={today} offset={offset} onOpenList={onOpenList} />
          ) : (
            <TeamSummarySkeleton />
          )}
          {members && <TeamGoals members={members} on={spanOf('month', today, offset).to} />}
          <StatusFunnel onOpenList={onOpenList} />
        </div>
        <div className="d-grid gap-3">
          <MondayBrief />
          <OwnProgress onOpenList={onOpenList} />
        </div>
      </div>
      {members && (
        <TeamMembers
          members={members}
          weeks={weeks}
          elapsed={elapsed}
          today={today}
          offset={offset}
          onOpenList={onOpenList}
        />
      )}
    </>
  );
}
