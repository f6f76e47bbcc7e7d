import type { CustomFields, LeadProfile, LeadListRecord } from '@lead-finder/contracts';
import { mapsSearch } from '../../lib/paths';
import { websiteLink } from '../../lib/links';

export interface LeadContact {
  address: string;
  phone: string;
  email: string;
  website: string;
  /** Undefined where the website is none that may be linked: it is then shown as text. */
  websiteHref?: string;
  isImported: boolean;
  /** Undefined for an imported lead, whose address nobody checked (specification section 2). */
  mapsHref?: string;
  assignee: string;
}

interface Shown {
  business: LeadListRecord['business'];
  userBusiness: Pick<LeadProfile['userBusiness'], 'tags'> & { customFields: CustomFields };
  user: LeadListRecord['user'];
}

const notProvided = 'Not provided';

/** How to reach a lead: what a person typed stands over what the provider said (decisions, section 5). */
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
