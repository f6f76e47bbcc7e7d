import { Skeleton, CardSkeleton } from '../../ui/skeleton';

/** The skeleton of My day: the next lead, the due leads, the week. */
export const DaySkeleton = () => (
  <div aria-busy="true">
    <div className="lf-next">
      <span className="lf-dot hide-sm" />
      <div className="who lf-skeleton-lines py-1">
        <Skeleton width={112} />
        <Skeleton shape="t" width={176} />
        <Skeleton width={240} className="hide-sm" />
      </div>
      <div className="acts">
        <Skeleton shape="btnish" width={64} />
        <Skeleton shape="btnish" width={120} />
      </div>
    </div>
    <div className="lf-cols">
      <div className="card">
        <div className="card-header">
          <Skeleton shape="t" width={72} />
        </div>
        {['52%', '38%', '46%', '58%'].map((width) => (
          <div key={width} className="lf-due">
            <span className="lf-dot" />
            <div className="lf-due-lead lf-skeleton-lines py-1">
              <Skeleton shape="t" width={width} />
              <Skeleton width="72%" />
            </div>
            <Skeleton width={56} className="when" />
            <Skeleton shape="pill" width={92} className="st" />
            <Skeleton shape="btnish" width={64} className="acts" />
          </div>
        ))}
      </div>
      <CardSkeleton lines={5} />
    </div>
  </div>
);
