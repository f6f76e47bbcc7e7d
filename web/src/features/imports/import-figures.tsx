import type { RowError } from '@lead-finder/contracts';
import { Table } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import { Icon } from '../../ui/icon';
import { errorsFile } from './api';

type Mark = 'good' | 'warn' | 'bad';

interface FigureProps {
  name: string;
  value: number | string;
  unit?: string;
  mark?: Mark;
}

export const Figure = ({ name, value, unit, mark }: FigureProps) => (
  <div>
    <dt>
      {mark && <i className={`dot lf-mark-${mark}`} aria-hidden="true" />}
      {name}
    </dt>
    <dd>
      {typeof value === 'number' ? formatNumber(value) : value} {unit && <small className="fs-6">{unit}</small>}
    </dd>
  </div>
);

/** The rows' kinds as parts of one bar; the figures beside it say the same in words. */
export const SplitBar = (counts: Partial<Record<Mark, number>>) => (
  <div className="lf-split" aria-hidden="true">
    {(['good', 'warn', 'bad'] as const).map(
      (mark) => Boolean(counts[mark]) && <i key={mark} className={`lf-mark-${mark}`} style={{ flex: counts[mark] }} />,
    )}
  </div>
);

interface RowErrorsProps {
  importId: number;
  errors: readonly RowError[];
  failed: number;
}

/** The first row errors, and all of them as a file to mend and import again. */
export const RowErrors = ({ importId, errors, failed }: RowErrorsProps) => (
  <section aria-label="Row errors">
    <div className="d-flex align-items-center px-3 pb-2">
      <h3>
        Row errors{' '}
        <span className="muted fw-normal">
          {errors.length < failed
            ? `first ${formatNumber(errors.length)} of ${formatNumber(failed)}`
            : formatNumber(failed)}
        </span>
      </h3>
      <a className="btn btn-outline-secondary btn-sm ms-auto" href={errorsFile(importId)} download>
        <Icon name="download" />
        errors.csv
      </a>
    </div>
    <div className="lf-wrap lf-row-errors">
      <Table>
        <thead>
          <tr>
            <th className="r row-no">Row</th>
            <th className="col">Column</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, column, message }, index) => (
            <tr key={`${row} ${index}`}>
              <td className="r muted num">{formatNumber(row)}</td>
              <td className="soft">{column ?? '–'}</td>
              <td className="text-break">{message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  </section>
);
