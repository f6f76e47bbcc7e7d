import type { MemberWeeks } from '@lead-finder/contracts';
import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, type TooltipContentProps, YAxis } from 'recharts';
import { dayWords } from '../calendar.rules';

type Week = MemberWeeks['weeks'][number];

const height = 40;

interface WeeksChartProps {
  weeks: readonly Week[];
  /** The best week of all users, so that bars of two users compare. */
  highest: number;
}

/** One user's last eight weeks as small bars. Weeks that reached their target are green. */
export const WeeksChart = ({ weeks, highest }: WeeksChartProps) => (
  <ResponsiveContainer width="100%" height={height}>
    <BarChart
      data={[...weeks]}
      margin={{ top: 2, right: 0, bottom: 0, left: 0 }}
      barCategoryGap={3}
      accessibilityLayer={false}
    >
      <YAxis hide domain={[0, highest]} />
      <Tooltip
        cursor={{ fill: 'var(--lf-hover)' }}
        isAnimationActive={false}
        content={Tip}
        allowEscapeViewBox={{ x: false, y: true }}
      />
      <Bar dataKey="count" radius={[2, 2, 0, 0]} minPointSize={1} isAnimationActive={false}>
        {weeks.map(({ from, count, target }) => (
          <Cell key={from} fill={count >= target ? 'var(--lf-good)' : 'var(--lf-chart-pace)'} />
        ))}
      </Bar>
    </BarChart>
  </ResponsiveContainer>
);

function Tip({ payload }: TooltipContentProps) {
  const week = payload[0]?.payload as Week | undefined;
  if (!week) return null;
  return (
    <div className="lf-tip">
      Week of {dayWords(week.from)}: <b>{week.count}</b> of {week.target}
    </div>
  );
}
