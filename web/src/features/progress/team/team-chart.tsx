import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { formatNumber } from '../../../lib/numbers';
import { dayWords } from '../calendar.rules';
import { type ChartDay, ticksUpTo } from './team-chart.rules';

/** The cumulative contacts of the month, beside the pace and the month before. */
export function TeamChart({ days }: { days: readonly ChartDay[] }) {
  const last = days.findLast(({ total }) => total !== undefined);
  const ticks = ticksUpTo(Math.max(0, ...days.flatMap(({ total = 0, before = 0, pace }) => [total, before, pace])));
  const tick = (number: number) => (number === 1 ? dayWords(days[0]!.day) : String(number));
  return (
    <div className="lf-team-chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={[...days]} margin={{ top: 8, right: 10, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--lf-line)" />
          <XAxis
            dataKey="number"
            type="number"
            domain={[1, days.length]}
            ticks={[1, 8, 15, 22, days.length]}
            tickFormatter={tick}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            ticks={ticks}
            domain={[0, ticks.at(-1)!]}
            tickFormatter={formatNumber}
            width={40}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip cursor={{ stroke: 'var(--lf-line-strong)' }} isAnimationActive={false} content={Tip} />
          <Line
            dataKey="before"
            stroke="var(--lf-chart-past)"
            strokeWidth={2}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="pace"
            stroke="var(--lf-chart-pace)"
            strokeDasharray="4 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Area
            dataKey="total"
            stroke="var(--lf-chart-line)"
            strokeWidth={2.25}
            fill="var(--lf-chart-line)"
            fillOpacity={0.08}
            isAnimationActive={false}
          />
          {last && (
            <ReferenceDot
              x={last.number}
              y={last.total!}
              r={4.5}
              fill="var(--lf-chart-line)"
              stroke="var(--lf-surface)"
              label={{
                value: formatNumber(last.total!),
                position: last.total! > ticks.at(-1)! / 5 ? 'bottom' : 'top',
                className: 'lf-chart-now',
              }}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function Tip({ payload }: TooltipContentProps) {
  const day = payload[0]?.payload as ChartDay | undefined;
  if (!day) return null;
  const figures: [string, number | undefined][] = [
    ['That day', day.count],
    ['This month', day.total],
    ['Pace', day.pace],
    ['Month before', day.before],
  ];
  return (
    <div className="lf-tip">
      <b>{dayWords(day.day)}</b>
      <dl>
        {figures.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatNumber(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
