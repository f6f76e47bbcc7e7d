const whole = new Intl.NumberFormat('en-US');

export const formatNumber = (value: number): string => whole.format(value);

/** '1 business', '2 businesses', '1,204 leads'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const businesses = (count: number): string => counted(count, 'business', 'businesses');

/** '980 KB', '12.4 MB', in powers of 1000 as file managers show it. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

const metresPerMile = 1_609.344;

/** '0.4 mi', '12 mi'. */
export function formatMiles(metres: number): string {
  const miles = metres / metresPerMile;
  return miles < 0.05 ? '< 0.1 mi' : `${miles < 9.95 ? miles.toFixed(1) : formatNumber(Math.round(miles))} mi`;
}
