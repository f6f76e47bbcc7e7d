import { integerSetting, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the progress service reads from the environment (docs/configuration.md). */
export const progressSettings = z.object({
  TIME_ZONE: timeZoneSetting,
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http(s) address' }).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: integerSetting(0, 65_535).default(8080),
});
export type ProgressSettings = z.output<typeof progressSettings>;
