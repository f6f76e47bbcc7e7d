import type { ServiceName } from '@lead-finder/contracts';
import type { Type } from '@nestjs/common';
import type { SettingsSchema } from '../config/environment.js';
import type { Measure } from '../metrics/metrics.js';
import type { EntityClass, MigrationClass } from '../database/open-database.js';
import type { PersonalRows } from '../personal-data/personal-rows.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import type { RetentionSettings } from '../retention/retention.config.js';

/** A service as the host starts it: all that one process needs to know of it. */
export interface ServiceRole {
  name: ServiceName;
  /** The Nest module with the handlers and hearers; the table of contents of the service. */
  module: Type;
  entities: EntityClass[];
  /** Plain SQL, forward only, in this order. */
  migrations: MigrationClass[];
  /** What it reads from the environment; handlers inject it by `SERVICE_SETTINGS`. */
  settings: SettingsSchema;
  /** It reads uploads; without saying so it gets no store. */
  usesFiles?: boolean;
  /** What its tables tell beside events and connections. */
  measures?: Measure[];
  /** What it keeps for a time only. */
  retention?: (settings: never, platform: RetentionSettings) => RetentionRule[];
  /** What its tables tell of one person. */
  personalData: PersonalRows[];
}

export const SERVICE_SETTINGS = Symbol('service settings');
