import type { ServiceName } from '@lead-finder/contracts';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { SettingsSchema } from '../config/environment.js';
import type { Measure } from '../metrics/metrics.js';
import type { Notice } from '../health/health-server.js';
import type { MigrationClass } from '../database/migrate.js';
import type { EntityClass } from '../database/open-database.js';
import type { PersonalRows } from '../personal-data/personal-rows.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import type { RetentionSettings } from '../retention/retention.config.js';

/** A service for the host: everything that a process needs to start it. */
export interface ServiceRole {
  name: ServiceName;
  module: Type | DynamicModule;
  entities: EntityClass[];
  /** Plain SQL, forward only, in this order. */
  migrations: MigrationClass[];
  /** Its settings from the environment; handlers inject them by `SERVICE_SETTINGS`. */
  settings: SettingsSchema;
  /** Whether it reads uploads. Otherwise it gets no file store. */
  usesFiles?: boolean;
  /** Whether its handlers need the branch of a manager in `actor.branch`. */
  showsBranches?: boolean;
  measures?: Measure[];
  retention?: (settings: never, platform: RetentionSettings) => RetentionRule[];
  personalData: PersonalRows[];
  notices?: (app: INestApplicationContext) => Notice[];
}

export const SERVICE_SETTINGS = Symbol('service settings');
