import { doNotContactTag, importedTag, isPhone, type LeadProfile, websiteAddress } from '@lead-finder/contracts';

export type Detail = 'email' | 'contactPerson' | 'phoneNumber' | 'website';

/** True for an empty value and for 'Not provided' (docs/product/one-lead.md#empty-values). */
const filled = (value?: string | null): string => {
  const text = value?.trim() ?? '';
  return text === 'Not provided' ? '' : text;
};

/**
 * A user's edit of the lead takes precedence over the business's own data (docs/product/one-lead.md#contact-details).
 */
export function detailsOf({ business, userBusiness }: LeadProfile): Record<Detail, string> {
  const { email, contactPerson, phoneNumber, website } = userBusiness.customFields;
  return {
    email: filled(email),
    contactPerson: filled(contactPerson) || filled(business.ownerName),
    phoneNumber: filled(phoneNumber) || filled(business.phone) || filled(business.internationalPhone),
    website: filled(website) || filled(business.website),
  };
}

/** Returns a link only for an http or https address (docs/product/one-lead.md#links). */
export const linkable = {
  phone: isPhone,
  email: (value: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
  website: (value: string): string | undefined => websiteAddress(value) ?? undefined,
};

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const includesTag = (tags: readonly string[], tag: string): boolean => tags.some((one) => same(one, tag));

export const isImported = (tags: readonly string[]): boolean => includesTag(tags, importedTag);
export const isDoNotContact = (tags: readonly string[]): boolean => includesTag(tags, doNotContactTag);
export const customTags = (tags: readonly string[]): string[] => tags.filter((tag) => !same(tag, importedTag));

/** The known tags that this business does not have. */
export const quickTags = (known: readonly string[], tags: readonly string[]): string[] =>
  customTags(known).filter((tag) => !includesTag(tags, tag));
