import { useEffect, useState } from 'react';
import { Bone } from '../../ui/skeleton';

/** An answer mostly comes sooner: shapes that are drawn and move meanwhile would only keep it off the screen. */
const patienceMs = 200;

/** The words at once, and after a while the shape of the result cards, so that nothing jumps when they are there. */
export function ResultsSkeleton() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="lf-searching" aria-busy="true" aria-label="Results">
      <div className="lf-toolbar results">
        <h2 className="h2 muted fw-normal" role="status">
          Searching for businesses...
        </h2>
      </div>
      {isLate && <CardBones />}
    </section>
  );
}

const CardBones = () => (
  <div className="lf-results" aria-hidden="true">
    {['62%', '44%', '54%', '38%', '58%', '48%', '50%', '66%'].map((width) => (
      <div className="card lf-biz-card gap-3" key={width}>
        <Bone shape="t" width={width} />
        <Bone width="45%" />
        <Bone width="60%" />
        <Bone width="85%" />
        <Bone width="40%" />
        <Bone width="55%" />
      </div>
    ))}
  </div>
);
