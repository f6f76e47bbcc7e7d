import type { MemberGroup, MemberWeeks as Weeks } from '@lead-finder/contracts';
import { useDeferredValue, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Avatar } from '../../../ui/avatar';
import { GoalBar } from '../../../ui/meter';
import { SearchField } from '../../../ui/search-field';
import { StateBlock } from '../../../ui/state-block';
import { useWeek } from '../api';
import type { LeadListQuery } from '../counted-leads/lead-list-query.rules';
import { nameOfSpan, type Period, type Span, spanOf, type PeriodOffset } from '../calendar.rules';
import { MemberWeeks } from './member-weeks';
import { readWeek } from '../meter.rules';
import { ScoreButton } from './score-button';
import { findMembers, groupsOf, highestOf, type Member, sideOf, type Sorting, sortings } from './team.rules';

/** The thresholds of docs/product/progress.md#groups-of-members in words. */
const thresholdTexts: Record<MemberGroup, string> = {
  'Top Performers': '20 points or more ahead of the month',
  'On Track': 'from 10 points behind to less than 20 ahead',
  'Needs Attention': 'more than 10 points behind',
  'Just Started': 'no contact yet this month',
};

interface TeamMembersProps {
  members: readonly Member[];
  /** The elapsed share of the month, 0 to 100. */
  elapsed: number;
  weeks?: readonly Weeks[];
  today: string;
  offset: PeriodOffset;
  onOpenList: (asked: LeadListQuery) => void;
}

export function TeamMembers({ members, weeks, elapsed, today, offset, onOpenList }: TeamMembersProps) {
  const [words, setWords] = useState('');
  const [sorting, setSorting] = useState<Sorting>('highest');
  const week = useWeek().data;
  const weeksOf = new Map(weeks?.map((one) => [one.userId, one.weeks]));
  const highest = highestOf(weeks ?? []);
  const times: Record<Period, Time> = {
    week: timeOf('week', today, offset, offset.weeks === 0 && week ? readWeek(week, today).elapsed : undefined),
    // A last week is over, so all of it has elapsed.
    lastWeek: timeOf('lastWeek', today, offset),
    month: timeOf('month', today, offset, offset.months === 0 ? elapsed : undefined),
  };
  const found = findMembers(members, useDeferredValue(words), sorting);
  return (
    <>
      <div className="lf-team-find">
        <SearchField label="Search members" placeholder="Name, username or email" value={words} onChange={setWords} />
        <Form.Select
          aria-label="Sort members"
          value={sorting}
          onChange={(event) => setSorting(event.target.value as Sorting)}
        >
          {Object.entries(sortings).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Form.Select>
      </div>
      {found.length === 0 && (
        <StateBlock
          icon="search"
          title="Nobody found"
          action={
            <Button variant="outline-secondary" onClick={() => setWords('')}>
              Clear search
            </Button>
          }
        >
          No member's name, username or email contains “{words}”.
        </StateBlock>
      )}
      {groupsOf(found, elapsed).map((one) => (
        <Group key={one.group} {...one} times={times} weeksOf={weeksOf} highest={highest} onOpenList={onOpenList} />
      ))}
    </>
  );
}

/** Renders the cards in chunks: a thousand at once would slow down each keystroke in the search. */
const initialCards = 30;

/** A period of the cards: its name, its days, and its elapsed share unless it is over. */
interface Time {
  name: string;
  span: Span;
  elapsed?: number;
}

function timeOf(period: Period, today: string, offset: PeriodOffset, elapsed?: number): Time {
  const span = spanOf(period, today, offset);
  return { name: nameOfSpan(span, today), span, elapsed };
}

interface GroupProps {
  group: MemberGroup;
  members: readonly Member[];
  times: Record<Period, Time>;
  weeksOf: ReadonlyMap<number, Weeks['weeks']>;
  highest: number;
  onOpenList: (asked: LeadListQuery) => void;
}

function Group({ group, members, onOpenList, ...about }: GroupProps) {
  const [shown, setShown] = useState(initialCards);
  const id = `group-${group.toLowerCase().replace(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <div className="lf-group">
        <h2 id={id}>{group}</h2>
        <span className="badge b-count">{formatNumber(members.length)}</span>
        <span className="muted small hide-sm">{thresholdTexts[group]}</span>
      </div>
      <div className="lf-team">
        {members.slice(0, shown).map((member) => (
          <MemberCard key={member.user.id} member={member} {...about} onOpenList={onOpenList} />
        ))}
      </div>
      {members.length > shown && (
        <Button variant="outline-secondary" className="mt-2" onClick={() => setShown(shown + 10 * initialCards)}>
          Show more
        </Button>
      )}
    </section>
  );
}

const order: Period[] = ['week', 'lastWeek', 'month'];

function MemberCard({
  member,
  times,
  weeksOf,
  highest,
  onOpenList,
}: Omit<GroupProps, 'group' | 'members'> & { member: Member }) {
  const { user, name, scores } = member;
  const weeks = weeksOf.get(user.id);
  return (
    <article className="card lf-member" aria-label={name}>
      <div className="lf-avatar-name">
        <Avatar name={name} id={user.id} large />
        <div>
          <h3 className="fw-semibold cut lf-member-name" title={name}>
            {name}
          </h3>
          <div className="muted small cut" title={user.email}>
            {user.email}
          </div>
        </div>
      </div>
      <div className="rows">
        {order.map((period) => {
          const score = scores[period];
          const { name: time, span, elapsed: passed } = times[period];
          return (
            <div key={period}>
              <span>{time}</span>
              <GoalBar percent={score?.percentage ?? 0} elapsed={passed} side={score && sideOf(score, passed)} />
              <span>
                {score ? (
                  <ScoreButton
                    score={score}
                    of={`${time}, ${name}`}
                    onOpenList={() => onOpenList({ kind: 'contacts', userId: user.id, ...span })}
                  />
                ) : (
                  '–'
                )}
              </span>
            </div>
          );
        })}
      </div>
      {weeks && <MemberWeeks name={name} weeks={weeks} highest={highest} />}
    </article>
  );
}
