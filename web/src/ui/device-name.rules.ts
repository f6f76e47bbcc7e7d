const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrome\//],
  ['Safari', /\bSafari\//],
];
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** 'Firefox on Windows'. The order of the patterns matters, because a browser also names the ones it imitates. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent))?.[0];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
