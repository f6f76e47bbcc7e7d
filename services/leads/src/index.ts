import { migrationsOf, type ServiceRole } from '@lead-finder/platform';
import { Lead } from './lead/lead.entity.js';
import { leadsSettings } from './leads.config.js';
import { leadsRetention } from './leads.retention.js';
import { leadsPersonalData } from './leads.personal-data.js';
import { LeadsModule } from './leads.module.js';

export { packSeeded, rollUpSeeded, seedLeads } from './seed/seed-leads.js';

/** The role that owns businesses, leads and their data. */
export const leads: ServiceRole = {
  name: 'leads',
  module: LeadsModule,
  entities: [Lead],
  migrations: await migrationsOf(new URL('migrations/', import.meta.url)),
  showsBranches: true,
  settings: leadsSettings,
  retention: leadsRetention,
  personalData: leadsPersonalData,
};
