import type { Screen } from './stop.js';
import { days } from './stops/day.stops.js';
import { imports } from './stops/imports.stops.js';
import { leads } from './stops/leads.stops.js';
import { next, profile } from './stops/profile.stops.js';
import { search } from './stops/search.stops.js';
import { elsewhere, passwordRecovery, signIn } from './stops/session.stops.js';
import { auditTrail, header } from './stops/shell.stops.js';
import { ownMeters, teamProgress } from './stops/team.stops.js';
import { userManagement } from './stops/users.stops.js';

/** Every screen, dialog and state of the product: the tour takes pictures of them, the journeys examine them. */
export const screens: readonly Screen[] = [
  signIn,
  passwordRecovery,
  search,
  leads,
  profile,
  days,
  next,
  teamProgress,
  ownMeters,
  userManagement,
  imports,
  header,
  auditTrail,
  elsewhere,
];
