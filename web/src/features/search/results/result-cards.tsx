import type { BusinessResult } from '@lead-finder/contracts';
import { startTransition, useEffect, useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { ToneBadge } from '../../../ui/badges';
import { BusinessStatus } from '../../../ui/business-status';
import { Icon } from '../../../ui/icon';
import { Stars } from '../../../ui/stars';
import { BusinessLinks, ownersOf, PhoneLink, PriceLevel, samePhoneText, TakenBadge } from './result-parts';
import { addressIn, phoneIn } from './results-order.rules';
import type { Selection } from './use-selection';

interface ResultsProps {
  businesses: readonly BusinessResult[];
  selection: Selection;
  /** True if the user waited for them. */
  isNew: boolean;
}

/** About one screen of cards. */
const firstCards = 9;

export const ResultCards = ({ businesses, selection, isNew }: ResultsProps) => (
  <div className="lf-results">
    {businesses.slice(0, useCountToDraw(isNew)).map((business) => (
      <ResultCard
        key={business.placeId}
        business={business}
        isSelected={selection.has(business)}
        onSelect={() => selection.toggle(business)}
      />
    ))}
  </div>
);

/**
 * Renders the first screen of new results at once, and the rest right after it is painted. Cached results render
 * completely, so that the page can restore its scroll position.
 */
function useCountToDraw(isNew: boolean): number {
  const [isWhole, setWhole] = useState(!isNew);
  useEffect(() => {
    if (isWhole) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame's callback runs before the paint, a timer set in it runs afterwards.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole]);
  return isWhole ? Infinity : firstCards;
}

interface ResultCardProps {
  business: BusinessResult;
  isSelected: boolean;
  onSelect: () => void;
}

function ResultCard({ business, isSelected, onSelect }: ResultCardProps) {
  const { name, businessStatus, openNow, rating, userRatingsTotal, priceLevel, ownerName, takenBy, samePhone } =
    business;
  const address = addressIn(business);
  const phone = phoneIn(business);
  const owners = ownersOf(takenBy);
  const hint = samePhoneText(samePhone);
  const checkId = useId();
  return (
    <article className={`card lf-biz-card ${isSelected ? 'selected' : ''}`.trimEnd()} aria-label={name}>
      <div className="d-flex gap-2 align-items-start">
        <Form.Check.Input
          id={checkId}
          className="mt-1"
          checked={isSelected}
          onChange={onSelect}
          aria-label={`Select ${name}`}
        />
        <h3 className="name flex-grow-1 mb-0">
          <label htmlFor={checkId}>{name}</label>
        </h3>
      </div>
      <div className="d-flex gap-2 align-items-center flex-wrap">
        <BusinessStatus status={businessStatus} />
        {openNow && <ToneBadge tone="good">Open Now</ToneBadge>}
        <TakenBadge takenBy={takenBy} />
      </div>
      <div className="d-flex gap-2 align-items-center justify-content-between">
        <Stars rating={rating} reviews={userRatingsTotal} />
        <PriceLevel level={priceLevel} />
      </div>
      <div className="line">
        <Icon name="geo-alt" />
        <span className={address ? 'text-break' : 'muted'}>{address ?? 'No address'}</span>
      </div>
      <div className="line">
        <Icon name="telephone" />
        {phone ? <PhoneLink phone={phone} /> : <span className="muted">No phone</span>}
      </div>
      {ownerName && (
        <div className="line" title="Owner">
          <Icon name="person" />
          <span className="cut">
            <span className="visually-hidden">Owner </span>
            {ownerName}
          </span>
        </div>
      )}
      {owners && (
        <div className="line" title="Whose lead it is">
          <Icon name="person-check" />
          <span className="text-break">
            <span className="visually-hidden">Lead of </span>
            {owners}
          </span>
        </div>
      )}
      {hint && (
        <div className="line">
          <Icon name="exclamation-circle" />
          <span className="text-break">{hint}</span>
        </div>
      )}
      <div className="links">
        <BusinessLinks business={business} withIcons />
      </div>
    </article>
  );
}
