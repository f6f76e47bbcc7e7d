import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative, relativeLifetime } from '../lib/dates';

/** '12 minutes ago', updated while shown. Its title is the exact time. */
export function RelativeTime({ moment, className }: { moment: string; className?: string }) {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), relativeLifetime(moment));
    return () => clearInterval(timer);
  }, [moment]);
  return (
    <time dateTime={moment} title={formatDateTime(moment)} className={className}>
      {formatRelative(moment)}
    </time>
  );
}
