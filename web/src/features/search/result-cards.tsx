import type { BusinessResult } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { ToneBadge } from '../../ui/badges';
import { BusinessStatus } from '../../ui/business-status';
import { Icon } from '../../ui/icon';
import { Stars } from '../../ui/stars';
import { BusinessLinks, ownersOf, PhoneLink, PriceLevel, samePhoneText, TakenBadge } from './result-parts';
import { addressIn, phoneIn } from './results-order.rules';
import type { Selection } from './use-selection';

interface ResultsProps {
  businesses: readonly BusinessResult[];
  selection: Selection;
}

export const ResultCards = ({ businesses, selection }: ResultsProps) => (
  <div className="lf-results">
    {businesses.map((business) => (
      <ResultCard
        key={business.placeId}
        business={business}
        isSelected={selection.has(business)}
        onSelect={() => selection.toggle(business)}
      />
    ))}
  </div>
);

interface ResultCardProps {
  business: BusinessResult;
  isSelected: boolean;
  onSelect: () => void;
}

function ResultCard({ business, isSelected, onSelect }: ResultCardProps) {
  const { name, businessStatus, openNow, rating, userRatingsTotal, priceLevel, ownerName, takenBy, samePhone } = business;
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
