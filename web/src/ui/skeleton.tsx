import type { ReactNode } from 'react';

interface SkeletonProps {
  width: number | string;
  shape?: 't' | 'pill' | 'btnish' | 'box';
  className?: string;
}

export const Skeleton = ({ width, shape, className = '' }: SkeletonProps) => (
  <span className={`lf-bone ${shape ?? ''} ${className}`.trim().replace(/ +/g, ' ')} style={{ width }} />
);

const nameWidths = ['62%', '44%', '54%', '38%', '58%', '48%'];

const times = (count: number, draw: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => draw(index));

/** Rows in the shape of the lead list, so that the page does not jump. */
export const LeadRowsSkeleton = ({ rows }: { rows: number }) => (
  <ul className="lf-list" aria-busy="true" aria-label="Loading leads">
    {times(rows, (index) => (
      <li className="lf-lead" key={index}>
        <Skeleton shape="box" width={16} className="hide-sm" />
        <div className="main lf-skeleton-lines">
          <Skeleton shape="t" width={nameWidths[index % nameWidths.length] ?? '50%'} />
          <Skeleton width="48%" />
        </div>
        <div className="contact lf-skeleton-lines">
          <Skeleton width="70%" />
          <Skeleton width="52%" />
        </div>
        <div className="who lf-skeleton-lines">
          <Skeleton width={96} />
          <Skeleton width={60} />
        </div>
        <div className="st">
          <Skeleton shape="pill" width={92} />
        </div>
        <div className="acts">
          <Skeleton shape="btnish" width={96} />
        </div>
        <div className="lf-reach">
          <Skeleton shape="btnish" width="25%" />
          <Skeleton shape="btnish" width="25%" />
          <Skeleton shape="btnish" width="50%" />
        </div>
      </li>
    ))}
  </ul>
);

interface TableRowsSkeletonProps {
  rows?: number;
  /** The number of columns, or the class of each column's cells if phones show a row as a card. */
  columns: number | readonly string[];
  /** The first column has checkboxes. */
  isChecked?: boolean;
}

export const TableRowsSkeleton = ({ rows = 8, columns, isChecked }: TableRowsSkeletonProps) => (
  <tbody aria-busy="true">
    {times(rows, (row) => (
      <tr key={row}>
        {times(typeof columns === 'number' ? columns : columns.length, (column) => (
          <td key={column} className={typeof columns === 'number' ? undefined : columns[column]}>
            {isChecked && column === 0 ? (
              <Skeleton shape="box" width={16} />
            ) : (
              <Skeleton width={nameWidths[(row + column) % nameWidths.length] ?? '50%'} />
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
      <Skeleton shape="t" width="40%" />
      <SkeletonLines lines={lines} />
    </div>
  </div>
);

/** Lines of text, for use in a grid. */
export const SkeletonLines = ({ lines }: { lines: number }) =>
  times(lines, (index) => <Skeleton key={index} width={nameWidths[index % nameWidths.length] ?? '50%'} />);

/** The two meters of the header while they load. */
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
