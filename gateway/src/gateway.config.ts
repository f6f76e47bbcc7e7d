import { integerSetting, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** Shown where the operator names none. */
export const nobodysAddress = 'support@example.com';

/** What the gateway reads from the environment (README, 'Settings'). */
export const gatewaySettings = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: integerSetting(0, 65_535).default(8080).describe('Port of the product'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http(s) address' }).optional().describe('Address that people open; links in mails, cookies, the origin rule and the names that are answered follow it'),
  SUPPORT_EMAIL: z.email('an e-mail address').default(nobodysAddress).describe("Shown under 'Need Help?', and in /.well-known/security.txt once it is set"),
  MAP_TILE_URL: z.string().default('https://tile.openstreetmap.org/{z}/{x}/{y}.png').describe('Map tiles; empty ground where it cannot be reached'),
  MAP_ATTRIBUTION: z.string().default('© OpenStreetMap contributors').describe('Shown on the map'),
  TIME_ZONE: timeZoneSetting,
  TRUST_PROXY: integerSetting(0, 10).default(0).describe('How many proxies in front may tell the client address'),
  REQUESTS_AT_ONCE: integerSetting(1, 1_000_000).default(2_000).describe('Requests that a gateway works on at a time; one beyond them is answered 503'),
  IMPORT_MAX_BYTES: integerSetting(1, 2 ** 40).default(2 * 1024 ** 3).describe('Largest CSV file'),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Only this machine can reach the product: the first visitor needs no set-up token. */
export const LOOPBACK_ONLY = Symbol('loopback only');
export const GATEWAY_SETTINGS = Symbol('gateway settings');
