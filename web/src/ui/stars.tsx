import { formatNumber } from '../lib/numbers';
import { Icon } from './icon';

interface StarsProps {
  rating?: number | null;
  reviews?: number | null;
}

/** Five stars in halves, one decimal, the number of reviews; or 'Not rated' (specification section 9). */
export function Stars({ rating, reviews }: StarsProps) {
  if (rating === null || rating === undefined) return <span className="muted">Not rated</span>;
  const halves = Math.round(rating * 2);
  return (
    <span className="d-inline-flex gap-2 align-items-center">
      <span className="lf-stars" aria-hidden="true">
        {[2, 4, 6, 8, 10].map((full) => (
          <Icon key={full} name={halves >= full ? 'star-fill' : halves === full - 1 ? 'star-half' : 'star'} />
        ))}
      </span>
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
