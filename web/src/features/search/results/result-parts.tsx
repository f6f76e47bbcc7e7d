import type { BusinessResult, TakenBy } from '@lead-finder/contracts';
import { phoneLink, websiteLink } from '../../../lib/links';
import { mapsSearch } from '../../../lib/paths';
import { CustomerBadge, ToneBadge } from '../../../ui/badges';
import { Icon } from '../../../ui/icon';
import { statusLabel } from '../../../ui/lead-status';
import { addressIn } from './results-order.rules';

/** One dollar sign per price level, or N/A (docs/product/finding.md#price-and-rating). */
export const PriceLevel = ({ level }: { level: number | null }) => (
  <span className="muted num" title="Price level">
    <span className="visually-hidden">Price level </span>
    {level === null ? 'N/A' : '$'.repeat(level)}
  </span>
);

export const PhoneLink = ({ phone }: { phone: string }) => <a href={phoneLink(phone)}>{phone}</a>;

/** The owner and the status of a lead. Only administrators and managers see those of other users' leads. */
export function ownersOf(takenBy: readonly TakenBy[]): string {
  return takenBy
    .flatMap(({ user, status, existingCustomer }) => {
      if (!user) return [];
      const standing = existingCustomer ? 'Existing customer' : status && statusLabel(status);
      const name = user.fullName || user.username;
      return [standing ? `${name}, ${standing}` : name];
    })
    .join('; ');
}

/** An existing customer is a lead too, and this mark says more. */
export const TakenBadge = ({ takenBy }: { takenBy: readonly TakenBy[] }) =>
  takenBy.length > 0 && (
    <span className="d-inline-flex flex-shrink-0" title={ownersOf(takenBy) || undefined}>
      {takenBy.some(({ existingCustomer }) => existingCustomer) ? (
        <CustomerBadge />
      ) : (
        <ToneBadge tone="accent">Already a lead</ToneBadge>
      )}
    </span>
  );

/** A possible match: the business may be a lead under another name or address. */
export function samePhoneText(samePhone: readonly TakenBy[]): string | null {
  if (samePhone.length === 0) return null;
  const owners = ownersOf(samePhone);
  return owners ? `Same phone as a lead of ${owners}` : 'Same phone as a business that is taken';
}

export function SamePhoneBadge({ samePhone }: { samePhone: readonly TakenBy[] }) {
  const text = samePhoneText(samePhone);
  return (
    text && (
      <span className="d-inline-flex" title={text}>
        <ToneBadge tone="warn">
          <span aria-hidden="true">Same phone</span>
          <span className="visually-hidden">{text}</span>
        </ToneBadge>
      </span>
    )
  );
}

interface BusinessLinksProps {
  business: BusinessResult;
  withIcons?: boolean;
}

export function BusinessLinks({ business, withIcons }: BusinessLinksProps) {
  const { name, website, googleMapsUrl } = business;
  const site = websiteLink(website);
  const maps = websiteLink(googleMapsUrl) ?? mapsSearch(name, addressIn(business));
  const link = (href: string, label: string, icon: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${label} of ${name}`}>
      {withIcons && <Icon name={icon} className="me-1" />}
      {label}
    </a>
  );
  return (
    <>
      {site && link(site, 'Website', 'globe2')}
      {site && !withIcons && <span className="muted"> · </span>}
      {link(maps, 'Google Maps', 'map')}
    </>
  );
}
