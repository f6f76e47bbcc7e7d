import type { MemberWeeks as Weeks } from '@lead-finder/contracts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dayWords } from '../calendar.rules';
import { HiddenTable } from './hidden-table';

const WeeksChart = lazy(async () => ({ default: (await import('./weeks-chart')).WeeksChart }));

interface MemberWeeksProps {
  name: string;
  weeks: Weeks['weeks'];
  highest: number;
}

/** Renders the chart when it comes into view, because a hundred charts are slow. The table renders at once. */
export function MemberWeeks({ name, weeks, highest }: MemberWeeksProps) {
  const chart = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !chart.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(chart.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return (
    <>
      <div ref={chart} className="lf-weeks" aria-hidden="true">
        <span>Last 8 weeks</span>
        <div>
          <Suspense fallback={null}>{isSeen && <WeeksChart weeks={weeks} highest={highest} />}</Suspense>
        </div>
      </div>
      <HiddenTable
        caption={`Last eight weeks of ${name}`}
        head={['Week of', 'Contacts', 'Target']}
        rows={weeks.map(({ from, count, target }) => [dayWords(from), count, target])}
      />
    </>
  );
}
