import { formatNumber } from '../../../lib/numbers';
import { columnsFor } from '../setup/column-choice';
import { FailureRow, FailureTable, positionOf } from '../verdict/failure-table';

interface RowErrorsProps {
  importId: number;
  fileName: string;
  failed: number;
}

/** The rows that were not imported, to correct in their file and import again. */
export const RowErrors = ({ importId, fileName, failed }: RowErrorsProps) => (
  <section aria-label="Row errors">
    <FailureTable
      {...{ importId, fileName }}
      heading={
        <h3>
          Row errors <span className="muted fw-normal">{formatNumber(failed)}</span>
        </h3>
      }
    >
      {(rows, headers) => {
        const names = columnsFor(headers).businessName?.[0] ?? -1;
        return rows.map(({ row, cells, column, message }) => (
          <FailureRow
            key={row}
            row={row}
            name={cells[names]?.trim()}
            column={column}
            value={<code className="text-reset text-break">{cells[positionOf(headers, column)]?.trim() || '–'}</code>}
          >
            {message}
          </FailureRow>
        ));
      }}
    </FailureTable>
  </section>
);
