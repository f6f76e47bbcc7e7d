import { Bone } from '../../ui/skeleton';

/** In the shape of the result cards, so that nothing jumps when they are there. */
export const ResultsSkeleton = () => (
  <section aria-busy="true" aria-label="Results">
    <div className="lf-toolbar results">
      <h2 className="h2 muted fw-normal" role="status">
        Searching for businesses...
      </h2>
    </div>
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
  </section>
);
