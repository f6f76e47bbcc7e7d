import { publicAddressSettings, timeZoneSetting } from '@lead-finder/platform';
import type { z } from 'zod';

/** What the progress service reads from the environment (docs/configuration.md). */
export const progressSettings = publicAddressSettings.extend({ TIME_ZONE: timeZoneSetting });
export type ProgressSettings = z.output<typeof progressSettings>;
