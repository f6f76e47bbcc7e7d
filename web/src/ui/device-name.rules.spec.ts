import { deviceName } from './device-name.rules';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${windows} ${webkit} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`, 'Edge on Windows'],
  [`${windows} ${webkit} Chrome/120.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on Linux'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15`, 'Safari on macOS'],
  [`Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Version/17.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) Version/17.1 Mobile/15E148 Safari/604.1', 'Safari on iPad'],
  [`${windows} Unknown/1.0`, 'Windows'],
  ['Firefox/120.0', 'Firefox'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is called "%s"', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
