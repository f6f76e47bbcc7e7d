const country = /^(?:USA|US|United States|UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)$/i;
const stateAndZip = /^[A-Z]{2}(?: \d{5}(?:-\d{4})?)?$/;
/** A UK postcode at the end of a part: 'Leeds LS1 4AP'. */
const postcode = /\s*\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/**
 * Returns the city of an address in lower case: 'reno' for '1 Elm St, Reno, NV 89501, USA', 'leeds' for '5 Quay, Leeds
 * LS1 4AP, UK'. Null if the address has only a street.
 */
export function cityFromAddress(address: string | null | undefined): string | null {
  const parts = (address ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (country.test(parts.at(-1) ?? '')) parts.pop();
  if (stateAndZip.test(parts.at(-1) ?? '')) parts.pop();
  const last = parts.pop()?.replace(postcode, '');
  const city = last === '' ? parts.pop() : last;
  return city && parts.length > 0 ? city.toLowerCase() : null;
}
