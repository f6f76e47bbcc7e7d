import { useEffect, useState } from 'react';
import { Skeleton } from '../../../ui/skeleton';

/** Most responses arrive sooner, and a moving skeleton would delay them. */
const skeletonDelayMs = 200;

/** Shows the text at once and the skeleton of the cards after a while, so that the page does not jump. */
export function ResultsSkeleton() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="lf-searching" aria-busy="true" aria-label="Results">
      <div className="lf-toolbar results">
        <h2 className="h2 muted fw-normal" role="status">
          Searching for businesses...
        </h2>
      </div>
      {isLate && <ResultCardsSkeleton />}
    </section>
  );
}

const ResultCardsSkeleton = () => (
  <div className="lf-results" aria-hidden="true">
    {['62%', '44%', '54%', '38%', '58%', '48%', '50%', '66%'].map((width) => (
      <div className="card lf-biz-card gap-3" key={width}>
        <Skeleton shape="t" width={width} />
        <Skeleton width="45%" />
        <Skeleton width="60%" />
        <Skeleton width="85%" />
        <Skeleton width="40%" />
        <Skeleton width="55%" />
      </div>
    ))}
  </div>
);
