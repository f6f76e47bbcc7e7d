// The page needs these rules for its first draw. They avoid zod, which is a seventh of the page's script.

export const importedTag = 'Imported';
export const doNotContactTag = 'Do not contact';

const phonePattern = /^(?=(?:\D*\d){5,20}\D*$)[+(]?[\d\s().\-/]+(?:(?:x|ext\.?|#)\s*\d{1,8})?$/i;
export const isPhone = (value: string) => phonePattern.test(value);

export function websiteAddress(value: string | null | undefined): string | null {
  const typed = value?.trim() ?? '';
  // oxlint-disable-next-line no-control-regex -- control characters inside a scheme ('java\tscript:') are the trap here
  if (!typed || typed === 'Not provided' || /[\u0000-\u0020\u007f]/.test(typed)) return null;
  const full = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;
  const parsed = URL.canParse(full) ? new URL(full) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return null;
  return /^[^.]+(\.[^.]+)+\.?$/.test(parsed.hostname) ? parsed.href : null;
}
