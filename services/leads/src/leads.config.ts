import { timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the leads service reads from the environment (README, 'Settings'). */
export const leadsSettings = z.object({ TIME_ZONE: timeZoneSetting });
export type LeadsSettings = z.output<typeof leadsSettings>;
