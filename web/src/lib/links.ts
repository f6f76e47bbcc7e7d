/**
 * The address of a website if it may be linked, or undefined: only http and https are links
 * (docs/product/one-lead.md#links), and 'Not provided' is empty (docs/product/one-lead.md#empty-values).
 */
export function websiteLink(website?: string | null): string | undefined {
  const text = website?.trim() ?? '';
  if (text === '' || text === 'Not provided') return undefined;
  const address = /^https?:\/\//i.test(text) ? text : /^[a-z][a-z0-9+.-]*:/i.test(text) ? undefined : `https://${text}`;
  return address && URL.canParse(address) && new URL(address).hostname.includes('.') ? address : undefined;
}

/** The address without scheme and trailing slash, such as 'stbrendansvet.example/emergency'. */
export const websiteText = (address: string): string => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+,;#*]/g, '')}`;

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
