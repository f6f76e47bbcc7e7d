import { hostSetting, integerSetting, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** The address that the page shows if SUPPORT_EMAIL is not set. */
export const defaultSupportEmail = 'support@example.com';

export const gatewaySettings = z.object({
  HOST: hostSetting
    .default('127.0.0.1')
    .describe('The address on which the gateway listens. `0.0.0.0` opens it to other machines.'),
  PORT: integerSetting(0, 65_535).default(8080).describe('The port on which the gateway listens.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http(s) address' })
    .optional()
    .describe(
      'The address under which users open the product. Links in mails, cookies and the check of the request origin use it. If it is not set, or is a loopback address, the gateway answers loopback names and its own address, and rejects every other host name with 400.',
    ),
  SUPPORT_EMAIL: z
    .email('an e-mail address')
    .default(defaultSupportEmail)
    .describe(
      "The address that the page shows under 'Need Help?'. Once you set it, `/.well-known/security.txt` shows it too.",
    ),
  MAP_TILE_URL: z
    .string()
    .refine(
      (value) => value === '' || /^(https?:\/)?\/(?=.*\{z\})(?=.*\{x\})(?=.*\{-?y\})/.test(value),
      'an address with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png',
    )
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .describe('The address of the map tiles. The map shows plain ground if it cannot load them.'),
  MAP_ATTRIBUTION: z.string().default('© OpenStreetMap contributors').describe('The attribution that the map shows.'),
  TIME_ZONE: timeZoneSetting,
  TRUST_PROXY: integerSetting(0, 10)
    .default(0)
    .describe('The number of proxies in front of the gateway whose `X-Forwarded-For` the gateway trusts.'),
  REQUESTS_AT_ONCE: integerSetting(1, 1_000_000)
    .default(2_000)
    .describe(
      'The maximum number of requests that a gateway process handles at the same time. It rejects any request beyond them with 503 at once.',
    ),
  DRAIN_SECONDS: integerSetting(0, 300)
    .default(0)
    .describe(
      'The seconds in which a gateway still accepts requests after it was asked to stop, while `/readyz` reports that it stops. Set more than the balancer in front takes to notice it, and at least 15 less than the time after which the process is killed: `terminationGracePeriodSeconds` in Kubernetes (60), `stop_grace_period` in compose (30).',
    ),
  IMPORT_MAX_BYTES: integerSetting(1, 2 ** 40)
    .default(2 * 1024 ** 3)
    .describe('The maximum size of a CSV file in bytes.'),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;

export const LOOPBACK_ONLY = Symbol('loopback only');
export const GATEWAY_SETTINGS = Symbol('gateway settings');
