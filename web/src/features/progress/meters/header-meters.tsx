import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '../../../lib/session';
import { useTimeZone } from '../../../lib/time-zone';
import { Meter } from '../../../ui/meter';
import { MetersSkeleton } from '../../../ui/skeleton';
import { monthlyKey, useMonth, useWeek, weeklyKey } from '../api';
import { dayIn } from '../calendar.rules';
import { type Reading, readMonth, readWeek } from '../meter.rules';
import { PaceExplanation } from './pace-explanation';
import '../progress.css';
import { useCelebration } from './use-celebration';
import { isLost, monthlyFailure, weeklyFailure } from '../load-failure';

/** The meters of week and month, beside the logo or in a strip below the header. */
export function HeaderMeters() {
  const user = useUser();
  const today = dayIn(useTimeZone(), new Date());
  const week = useWeek();
  const month = useMonth();
  useRefetchOnStatusChange();
  useCelebration(user.id, month.data);

  if (week.isPending && month.isPending) return <MetersSkeleton />;
  return (
    <>
      <HeaderMeter
        label="Week"
        reading={week.data && readWeek(week.data, today)}
        failure={isLost(week) ? weeklyFailure : undefined}
      />
      <HeaderMeter
        label="Month"
        reading={month.data && readMonth(month.data, today)}
        failure={isLost(month) ? monthlyFailure : undefined}
        wide
      />
    </>
  );
}

/** On the window event 'status-changed' it cancels a running poll, whose count may be older, and reads again. */
function useRefetchOnStatusChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => {
      for (const queryKey of [weeklyKey, monthlyKey]) void client.invalidateQueries({ queryKey });
    };
    window.addEventListener('status-changed', refetch);
    return () => window.removeEventListener('status-changed', refetch);
  }, [client]);
}

interface HeaderMeterProps {
  label: 'Week' | 'Month';
  reading?: Reading;
  failure?: string;
  wide?: boolean;
}

function HeaderMeter({ label, reading, failure, wide }: HeaderMeterProps) {
  if (failure) {
    return (
      <div className="lf-meter lf-meter-failed" role="status">
        {failure}
      </div>
    );
  }
  if (!reading) return <div className={`lf-meter ${wide ? 'wide' : ''}`.trimEnd()} aria-hidden="true" />;
  return (
    <Meter
      label={label}
      {...reading}
      pace={reading.words}
      shortPace={
        reading.side === 'done' ? (
          <>
            <span className="visually-hidden">target </span>reached
          </>
        ) : (
          <>
            {reading.short}
            <span className="visually-hidden">{reading.words.slice(reading.short.length)}</span>
          </>
        )
      }
      explanation={<PaceExplanation reading={reading} period={label === 'Week' ? 'week' : 'month'} />}
      wide={wide}
    />
  );
}
