import { Bone, CardSkeleton } from '../../ui/skeleton';

/** My day in its shape: the way into the next lead, what is due, and the week beside it. */
export const DaySkeleton = () => (
  <div aria-busy="true">
    <div className="lf-next">
      <span className="lf-dot hide-sm" />
      <div className="who lf-bones py-1">
        <Bone width={112} />
        <Bone shape="t" width={176} />
        <Bone width={240} className="hide-sm" />
      </div>
      <div className="acts">
        <Bone shape="btnish" width={64} />
        <Bone shape="btnish" width={120} />
      </div>
    </div>
    <div className="lf-cols">
      <div className="card">
        <div className="card-header">
          <Bone shape="t" width={72} />
        </div>
        {['52%', '38%', '46%', '58%'].map((width) => (
          <div key={width} className="lf-due">
            <span className="lf-dot" />
            <div className="lf-due-lead lf-bones py-1">
              <Bone shape="t" width={width} />
              <Bone width="72%" />
            </div>
            <Bone width={56} className="when" />
            <Bone shape="pill" width={92} className="st" />
            <Bone shape="btnish" width={64} className="acts" />
          </div>
        ))}
      </div>
      <CardSkeleton lines={5} />
    </div>
  </div>
);
