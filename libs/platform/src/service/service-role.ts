import type { ServiceName } from '@lead-finder/contracts';
import type { Type } from '@nestjs/common';
import type { SettingsSchema } from '../config/environment.js';
import type { Measure } from '../metrics/metrics.js';
import type { EntityClass, MigrationClass } from '../database/open-database.js';
import type { PersonalRows } from '../personal-data/personal-rows.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import type { RetentionSettings } from '../retention/retention.config.js';

/** A service for the host: everything that a process needs to start it. */
export interface ServiceRole {
  name: ServiceName;
  /** The Nest module with the handlers and consumers. */
  module: Type;
  entities: EntityClass[];
  /** Plain SQL, forward only, in this order. */
  migrations: MigrationClass[];
  /** Its settings from the environment; handlers inject them by `SERVICE_SETTINGS`. */
  settings: SettingsSchema;
  /** Whether it reads uploads. Otherwise it gets no file store. */
  usesFiles?: boolean;
  /** Its own metrics, beside those of events and connections. */
  measures?: Measure[];
  /** Its rules for data that it stores for a limited time. */
  retention?: (settings: never, platform: RetentionSettings) => RetentionRule[];
  /** Its rows about one user. */
  personalData: PersonalRows[];
}

export const SERVICE_SETTINGS = Symbol('service settings');
