/**
 * The address of a website that may be linked, or undefined: only http and https are links, whatever was stored
 * (decisions, section 5), and 'Not provided' counts as empty (specification section 3).
 */
export function websiteLink(website?: string | null): string | undefined {
  const text = website?.trim() ?? '';
  if (text === '' || text === 'Not provided') return undefined;
  const address = /^https?:\/\//i.test(text) ? text : /^[a-z][a-z0-9+.-]*:/i.test(text) ? undefined : `https://${text}`;
  return address && URL.canParse(address) && new URL(address).hostname.includes('.') ? address : undefined;
}

/** 'stbrendansvet.example/emergency': the address as people say it. */
export const websiteText = (address: string): string => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+,;#*]/g, '')}`;

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
