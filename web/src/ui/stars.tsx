import { formatNumber } from '../lib/numbers';

/** One run of text of the icon font per rating, because a page of results would otherwise have a hundred icons. */
const [full, half, empty] = ['\uf586', '\uf587', '\uf588'];
const starsOf = (halves: number) => (full.repeat(halves / 2) + half.repeat(halves % 2)).padEnd(5, empty);

interface StarsProps {
  rating?: number | null;
  reviews?: number | null;
}

/**
 * Five stars in halves, one decimal and the number of reviews, or 'Not rated'
 * (docs/product/finding.md#price-and-rating).
 */
export function Stars({ rating, reviews }: StarsProps) {
  if (rating === null || rating === undefined) return <span className="muted">Not rated</span>;
  return (
    <span className="d-inline-flex gap-2 align-items-center">
      <span className="lf-stars" data-stars={starsOf(Math.round(rating * 2))} aria-hidden="true" />
      <b className="num">
        <span className="visually-hidden">Rated </span>
        {rating.toFixed(1)}
        <span className="visually-hidden"> of 5</span>
      </b>
      {reviews !== null && reviews !== undefined && (
        <span className="muted num">
          ({formatNumber(reviews)}
          <span className="visually-hidden"> reviews</span>)
        </span>
      )}
    </span>
  );
}
