import { z } from 'zod';
import { integerSetting } from './environment.js';

export const urlHost = (host: string) => (host.includes(':') ? `[${host.replace(/%.*$/, '')}]` : host);

export const hostSetting = z
  .string()
  .refine((host) => URL.canParse(`http://${urlHost(host)}:1`), 'an IP address or the name of this machine');

/** The settings from which the links of mails follow (docs/configuration.md). */
export const publicAddressSettings = z.object({
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http(s) address' }).optional(),
  HOST: hostSetting.default('127.0.0.1'),
  PORT: integerSetting(0, 65_535).default(8080),
});

/** The address at which users open the product. */
export const originOf = ({ PUBLIC_URL, HOST, PORT }: z.output<typeof publicAddressSettings>) =>
  PUBLIC_URL ?? `http://${urlHost(HOST)}:${PORT}`;

export const originsSetting = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'http(s) addresses, separated by commas' })))
  .transform((addresses) => addresses.map((address) => new URL(address).origin));
