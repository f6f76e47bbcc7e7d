import { formatNumber } from '../../../lib/numbers';

type Mark = 'good' | 'update' | 'same' | 'warn' | 'bad';

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

/** The kinds of rows as parts of one bar. The figures beside it say the same in words. */
export const SplitBar = (counts: Partial<Record<Mark, number>>) => (
  <div className="lf-split" aria-hidden="true">
    {(['good', 'update', 'same', 'warn', 'bad'] as const).map(
      (mark) => Boolean(counts[mark]) && <i key={mark} className={`lf-mark-${mark}`} style={{ flex: counts[mark] }} />,
    )}
  </div>
);
