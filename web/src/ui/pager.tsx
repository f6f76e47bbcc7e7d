import { Button, Form } from 'react-bootstrap';
import { counted, formatNumber } from '../lib/numbers';
import { Icon } from './icon';

interface PagerProps {
  total: number;
  /** False if the server stopped counting; the total then has a plus sign. */
  exact?: boolean;
  page: number;
  pageSize: number;
  /** Whether no page follows, if something else than the total knows it. */
  isLast?: boolean;
  pageSizes?: readonly number[];
  onPage: (page: number) => void;
  onPageSize?: (pageSize: number) => void;
  /** Offered if the total is not exact. */
  onCountExactly?: () => void;
}

/** Results count, page size, previous and next, 'page n/total' (docs/product/lead-list.md#pagination). */
export function Pager({ total, exact = true, page, pageSize, isLast, pageSizes, ...on }: PagerProps) {
  const { onPage, onPageSize, onCountExactly } = on;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav className="lf-foot" aria-label="Pages">
      <span className="num" aria-live="polite">
        {exact ? counted(total, 'result') : `${formatNumber(total)}+ results`} found
      </span>
      {!exact && onCountExactly && (
        <Button variant="link" size="sm" className="p-0 border-0" onClick={onCountExactly}>
          count exactly
        </Button>
      )}
      <div className="end">
        {pageSizes && onPageSize && (
          <label className="sizes d-flex align-items-center gap-2">
            Per page
            <Form.Select
              size="sm"
              aria-label="Page size"
              value={pageSize}
              onChange={(event) => onPageSize(Number(event.target.value))}
            >
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Form.Select>
          </label>
        )}
        <Button
          variant="outline-secondary"
          size="sm"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <Icon name="chevron-left" />
        </Button>
        <span className="num">
          page {formatNumber(page)}/{formatNumber(pages)}
          {!exact && '+'}
        </span>
        <Button
          variant="outline-secondary"
          size="sm"
          aria-label="Next page"
          disabled={isLast ?? (exact && page >= pages)}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="chevron-right" />
        </Button>
      </div>
    </nav>
  );
}
