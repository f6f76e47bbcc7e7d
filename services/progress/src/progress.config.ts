import { integerSetting, timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the progress service reads from the environment (README, 'Settings'). */
export const progressSettings = z.object({
  TIME_ZONE: timeZoneSetting,
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http(s) address' }).optional().describe('Links in mails begin with it'),
  HOST: z.string().default('127.0.0.1'),
  PORT: integerSetting(0, 65_535).default(8080),
});
export type ProgressSettings = z.output<typeof progressSettings>;
