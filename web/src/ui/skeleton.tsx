import type { ReactNode } from 'react';

interface BoneProps {
  width: number | string;
  shape?: 't' | 'pill' | 'btnish' | 'box';
  className?: string;
}

export const Bone = ({ width, shape, className = '' }: BoneProps) => (
  <span className={`lf-bone ${shape ?? ''} ${className}`.trim().replace(/ +/g, ' ')} style={{ width }} />
);

const nameWidths = ['62%', '44%', '54%', '38%', '58%', '48%'];

const times = (count: number, draw: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => draw(index));

/** Rows in the shape of a lead list, so that nothing jumps when the leads are there. */
export const LeadRowsSkeleton = ({ rows = 8, label = 'Loading leads' }: { rows?: number; label?: string }) => (
  <ul className="lf-list" aria-busy="true" aria-label={label}>
    {times(rows, (index) => (
      <li className="lf-lead" key={index}>
        <Bone shape="box" width={16} className="hide-sm" />
        <div className="main lf-bones">
          <Bone shape="t" width={nameWidths[index % nameWidths.length] ?? '50%'} />
          <Bone width="48%" />
        </div>
        <div className="contact lf-bones">
          <Bone width="70%" />
          <Bone width="52%" />
        </div>
        <div className="who lf-bones">
          <Bone width={96} />
          <Bone width={60} />
        </div>
        <div className="st">
          <Bone shape="pill" width={92} />
        </div>
        <div className="acts">
          <Bone shape="btnish" width={96} />
        </div>
        <div className="lf-reach">
          <Bone shape="btnish" width="25%" />
          <Bone shape="btnish" width="25%" />
          <Bone shape="btnish" width="50%" />
        </div>
      </li>
    ))}
  </ul>
);

interface TableRowsSkeletonProps {
  rows?: number;
  /** How many; or the class of each one's cells, where a phone lays a row out by them as a card. */
  columns: number | readonly string[];
  /** The first column is one of checkboxes. */
  isChecked?: boolean;
}

export const TableRowsSkeleton = ({ rows = 8, columns, isChecked }: TableRowsSkeletonProps) => (
  <tbody aria-busy="true">
    {times(rows, (row) => (
      <tr key={row}>
        {times(typeof columns === 'number' ? columns : columns.length, (column) => (
          <td key={column} className={typeof columns === 'number' ? undefined : columns[column]}>
            {isChecked && column === 0 ? (
              <Bone shape="box" width={16} />
            ) : (
              <Bone width={nameWidths[(row + column) % nameWidths.length] ?? '50%'} />
            )}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

export const CardSkeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="card" aria-busy="true">
    <div className="card-body d-grid gap-3">
      <Bone shape="t" width="40%" />
      <BoneLines lines={lines} />
    </div>
  </div>
);

/** Lines of text, to stand in a grid. */
export const BoneLines = ({ lines }: { lines: number }) =>
  times(lines, (index) => <Bone key={index} width={nameWidths[index % nameWidths.length] ?? '50%'} />);

/** The header's two meters while their numbers are on the way. */
export const MetersSkeleton = () => (
  <>
    {['', 'wide'].map((width) => (
      <div key={width} className={`lf-meter ${width}`.trimEnd()} aria-hidden="true">
        <div className="lf-meter-line">&nbsp;</div>
        <div className="lf-bar" />
      </div>
    ))}
  </>
);
