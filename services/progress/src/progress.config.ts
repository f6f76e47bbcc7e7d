import { timeZoneSetting } from '@lead-finder/platform';
import { z } from 'zod';

/** What the progress service reads from the environment (README, 'Settings'). */
export const progressSettings = z.object({ TIME_ZONE: timeZoneSetting });
export type ProgressSettings = z.output<typeof progressSettings>;
