import { formatNumber } from '../../../lib/numbers';

interface HiddenTableProps {
  caption: string;
  head: readonly string[];
  /** The first cell of each row is its header. */
  rows: readonly (readonly (string | number)[])[];
}

/** The figures of a chart as a table for screen readers. */
export const HiddenTable = ({ caption, head, rows }: HiddenTableProps) => (
  // A table does not shrink to one pixel, so the box around it stops it from widening the page.
  <div className="visually-hidden">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]}>{typeof cell === 'number' ? formatNumber(cell) : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
