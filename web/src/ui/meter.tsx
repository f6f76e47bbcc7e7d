import type { ReactNode } from 'react';
import { OverlayTrigger, Tooltip } from 'react-bootstrap';

export type Side = 'ahead' | 'behind' | 'done' | 'bad' | 'plain';

interface BarProps {
  /** The filled part in percent; drawn up to 100. */
  percent: number;
  /** The position of the notch of today's pace. */
  elapsed?: number;
  side?: Side;
}

const within = (percent: number): string => `${Math.min(100, Math.max(0, percent))}%`;

/** A bar with a notch at today's pace. It uses style attributes because the widths are data. */
export const GoalBar = ({ percent, elapsed, side = 'plain' }: BarProps) => (
  <div className={`lf-bar ${side === 'plain' ? '' : side}`.trimEnd()}>
    <i style={{ width: within(percent) }} />
    {elapsed !== undefined && <u style={{ left: within(elapsed) }} />}
  </div>
);

interface MeterProps extends BarProps {
  label: string;
  count: number;
  target: number;
  /** '5 ahead of pace', '3 behind pace', 'target reached'. */
  pace: string;
  /** A short form of the pace for narrow screens. */
  shortPace?: ReactNode;
  /** Explains the pace in a tooltip. */
  explanation: ReactNode;
  wide?: boolean;
}

/** docs/product/notifications.md#tooltips */
const tooltipDelay = { show: 700, hide: 0 };

export function Meter({
  label,
  count,
  target,
  percent,
  elapsed,
  side = 'plain',
  pace,
  shortPace = pace,
  explanation,
  wide,
}: MeterProps) {
  return (
    <OverlayTrigger placement="bottom" delay={tooltipDelay} overlay={<Tooltip>{explanation}</Tooltip>}>
      <div
        className={`lf-meter ${wide ? 'wide' : ''}`.trimEnd()}
        role="meter"
        tabIndex={0}
        aria-label={`${label}: ${count} of ${target} contacts`}
        aria-valuemin={0}
        aria-valuemax={target}
        aria-valuenow={Math.min(count, target)}
        aria-valuetext={`${count} of ${target} contacts, ${percent}%, ${pace}`}
      >
        <div className="lf-meter-line">
          <span>{label}</span>
          <b>
            {count}/{target}
          </b>
          <span>{percent}%</span>
          <span className={`pace ${side}`}>{shortPace}</span>
        </div>
        <GoalBar percent={percent} elapsed={elapsed} side={side} />
      </div>
    </OverlayTrigger>
  );
}
