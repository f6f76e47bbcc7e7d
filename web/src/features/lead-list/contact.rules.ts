import type { CustomFields, LeadProfile, LeadListRecord } from '@lead-finder/contracts';
import { mapsSearch } from '../../lib/paths';
import { websiteLink } from '../../lib/links';

export interface LeadContact {
  address: string;
  phone: string;
  email: string;
  website: string;
  /** Undefined if the website may not be linked. It is then shown as text. */
  websiteHref?: string;
  isImported: boolean;
  /** Undefined for an imported lead, whose address is unverified (docs/product/one-lead.md#links). */
  mapsHref?: string;
  assignee: string;
}

interface Shown {
  business: LeadListRecord['business'];
  userBusiness: Pick<LeadProfile['userBusiness'], 'tags'> & { customFields: CustomFields };
  user: LeadListRecord['user'];
}

const notProvided = 'Not provided';

/**
 * The ways to contact a lead. A user's edit takes precedence over the provider's data
 * (docs/product/one-lead.md#contact-details).
 */
export function contactOf({ business, userBusiness: { customFields, tags }, user }: Shown): LeadContact {
  const website = customFields.website ?? business.website ?? '';
  const address = business.formattedAddress ?? business.vicinity ?? '';
  const isImported = tags.some((tag) => tag.toLowerCase() === 'imported');
  return {
    address,
    phone: customFields.phoneNumber ?? business.phone ?? business.internationalPhone ?? '',
    email: customFields.email ?? '',
    website: website === notProvided ? '' : website,
    websiteHref: websiteLink(website),
    isImported,
    mapsHref: isImported ? undefined : mapsSearch(business.name, address),
    assignee: user.fullName || user.username,
  };
}
