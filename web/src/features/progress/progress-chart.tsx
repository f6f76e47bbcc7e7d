import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { phone, useMediaQuery, wide } from '../../lib/use-media-query';
import { initials } from '../../ui/avatar';
import { type Period, periods } from './calendar.rules';
import type { Member } from './team.rules';

const order: Period[] = ['week', 'lastWeek', 'month'];
const colours: Record<Period, string> = {
  week: 'var(--lf-chart-week)',
  lastWeek: 'var(--lf-chart-pace)',
  month: 'var(--lf-chart-line)',
};

const scoreOf = (member: Member, period: Period) => member.scores[period]?.count ?? 0;

/** Each member's contacts of the three periods as bars; the same figures stand in a table for who cannot see them. */
export function ProgressChart({ members }: { members: readonly Member[] }) {
  const isPhone = useMediaQuery(phone);
  const isWide = useMediaQuery(wide);
  const bars = members.map((member) => ({
    key: String(member.user.id),
    name: member.name,
    ...Object.fromEntries(order.map((period) => [period, scoreOf(member, period)])),
  }));
  const names = new Map(members.map(({ user, name }) => [String(user.id), name]));
  const isNarrow = isPhone || (!isWide && members.length > 8);
  const tick = (key: string) => {
    const name = names.get(key) ?? '';
    return isNarrow ? initials(name) : (name.split(/\s+/)[0] ?? '').slice(0, 9);
  };
  return (
    <>
      <div className="lf-team-chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={bars} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} barGap={1} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--lf-line)" />
            <XAxis dataKey="key" tickFormatter={tick} interval={0} tickLine={false} axisLine={false} />
            <YAxis allowDecimals={false} width={32} tickLine={false} axisLine={false} />
            <Tooltip cursor={{ fill: 'var(--lf-hover)' }} isAnimationActive={false} content={Tip} />
            {order.map((period) => (
              <Bar
                key={period}
                dataKey={period}
                fill={colours[period]}
                maxBarSize={14}
                radius={[2, 2, 0, 0]}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      {/* In a box of its own: a table does not shrink to the one pixel that keeps it from widening the page. */}
      <div className="visually-hidden">
        <Figures members={members} />
      </div>
    </>
  );
}

function Tip({ payload }: TooltipContentProps) {
  const bar = payload[0]?.payload as ({ name: string } & Record<Period, number>) | undefined;
  if (!bar) return null;
  return (
    <div className="lf-tip">
      <b>{bar.name}</b>
      <dl>
        {order.map((period) => (
          <div key={period}>
            <dt>{periods[period]}</dt>
            <dd>{bar[period]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const Figures = ({ members }: { members: readonly Member[] }) => (
  <table>
    <caption>Contacts of each member</caption>
    <thead>
      <tr>
        <th scope="col">Member</th>
        {order.map((period) => (
          <th key={period} scope="col">
            {periods[period]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {members.map((member) => (
        <tr key={member.user.id}>
          <th scope="row">{member.name}</th>
          {order.map((period) => (
            <td key={period}>{scoreOf(member, period)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
