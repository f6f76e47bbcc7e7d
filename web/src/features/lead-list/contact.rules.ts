import type { CustomFields, LeadProfile, LeadListRecord } from '@lead-finder/contracts';
import { mapsSearch } from '../../lib/paths';
import { websiteLink } from '../../lib/links';
import { ownerName } from '../../lib/owner-name';

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
  pool?: LeadListRecord['pool'];
}

const notProvided = 'Not provided';

/**
 * The ways to contact a lead. A user's edit takes precedence over the provider's data
 * (docs/product/one-lead.md#contact-details).
 */
export function contactOf(lead: Shown): LeadContact {
  const { business, userBusiness } = lead;
  const { customFields, tags } = userBusiness;
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
    assignee: ownerName(lead),
  };
}
