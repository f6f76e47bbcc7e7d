import { Bar, BarChart, Cell, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { leadStatusStyles, statusLabel } from '../../../ui/lead-status';
import type { FunnelStep } from '../api';

/** The team's leads by status, one bar each. */
export const FunnelChart = ({ steps }: { steps: readonly FunnelStep[] }) => (
  <div className="lf-funnel-chart" aria-hidden="true">
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...steps]}
        layout="vertical"
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide />
        <YAxis
          type="category"
          dataKey="status"
          tickFormatter={statusLabel}
          width={92}
          tickLine={false}
          axisLine={false}
        />
        <Bar dataKey="leads" barSize={12} radius={[0, 3, 3, 0]} minPointSize={1} isAnimationActive={false}>
          {steps.map(({ status }) => (
            <Cell key={status} fill={`var(--lf-${leadStatusStyles[status].className})`} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  </div>
);
