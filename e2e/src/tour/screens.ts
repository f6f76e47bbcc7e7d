import type { Screen } from './scene.js';
import { days } from './scenes/day.scenes.js';
import { exportsThatWait } from './scenes/exports.scenes.js';
import { holidays } from './scenes/holidays.scenes.js';
import { imports } from './scenes/imports.scenes.js';
import { leads } from './scenes/leads.scenes.js';
import { next, profile } from './scenes/profile.scenes.js';
import { signInByProvider } from './scenes/provider-sign-in.scenes.js';
import { identityProviders } from './scenes/providers.scenes.js';
import { samlProviders } from './scenes/saml-providers.scenes.js';
import { search } from './scenes/search.scenes.js';
import { passwordRecovery } from './scenes/password-recovery.scenes.js';
import { elsewhere, signIn } from './scenes/session.scenes.js';
import { secondFactor } from './scenes/second-factor.scenes.js';
import { auditTrail, header } from './scenes/shell.scenes.js';
import { leave } from './scenes/leave.scenes.js';
import { pool } from './scenes/pool.scenes.js';
import { recycling } from './scenes/recycling.scenes.js';
import { nearMe } from './scenes/near-me.scenes.js';
import { provisioningOfProvider } from './scenes/provisioning.scenes.js';
import { apiTokens } from './scenes/tokens.scenes.js';
import { recentlyDeleted } from './scenes/deleted-leads.scenes.js';
import { integrations } from './scenes/integrations.scenes.js';
import { customFields } from './scenes/custom-fields.scenes.js';
import { distribution } from './scenes/distribution.scenes.js';
import { tagsOfLeads } from './scenes/tags.scenes.js';
import { teams } from './scenes/teams.scenes.js';
import { territories } from './scenes/territories.scenes.js';
import { ownMeters, teamProgress } from './scenes/team.scenes.js';
import { userManagement } from './scenes/users.scenes.js';

/** Every screen, dialog and state of the product. The tour takes pictures of them, and a journey checks them. */
export const screens: readonly Screen[] = [
  signIn,
  signInByProvider,
  secondFactor,
  identityProviders,
  samlProviders,
  passwordRecovery,
  search,
  leads,
  leave,
  nearMe,
  profile,
  days,
  pool,
  recycling,
  next,
  teamProgress,
  ownMeters,
  userManagement,
  teams,
  territories,
  holidays,
  imports,
  header,
  auditTrail,
  exportsThatWait,
  provisioningOfProvider,
  apiTokens,
  tagsOfLeads,
  distribution,
  customFields,
  integrations,
  recentlyDeleted,
  elsewhere,
];
