import type { MigrationClass } from '@lead-finder/platform';
import { Businesses1700000001000 } from './0001-businesses.js';
import { Leads1700000002000 } from './0002-leads.js';
import { People1700000003000 } from './0003-people.js';
import { LeadCounts1700000004000 } from './0004-lead-counts.js';
import { Imports1700000005500 } from './0005-imports.js';
import { LeadCells1700000006000 } from './0006-lead-cells.js';
import { LeadValues1700000007000 } from './0007-lead-values.js';
import { QuickTagKeys1700000008000 } from './0008-quick-tag-keys.js';
import { FollowUps1700000009000 } from './0009-follow-ups.js';
import { BulkJobs1700000010000 } from './0010-bulk-jobs.js';
import { QuickPages1700000011000 } from './0011-quick-pages.js';
import { OldRows1700000012000 } from './0012-old-rows.js';
import { TeamWork1700000013000 } from './0013-team-work.js';
import { Phones1700000014000 } from './0014-phones.js';
import { BusinessContent1700000015000 } from './0015-business-content.js';
import { TotalsByTag1700000016000 } from './0016-totals-by-tag.js';
import { CheaperLeads1700000017000 } from './0017-cheaper-leads.js';
import { KnownNames1700000018000 } from './0018-known-names.js';
import { QuickPairs1700000019000 } from './0019-quick-pairs.js';
import { OldImportMarks1700000020000 } from './0020-old-import-marks.js';
import { NamesInOrder1700000021000 } from './0021-names-in-order.js';
import { BetterKnownNames1700000022000 } from './0022-better-known-names.js';
import { DirectBulkActions1700000023000 } from './0023-direct-bulk-actions.js';

/** In the order of execution. Never edit the statements of a landed migration. */
export const migrations: MigrationClass[] = [
  Businesses1700000001000,
  Leads1700000002000,
  People1700000003000,
  LeadCounts1700000004000,
  Imports1700000005500,
  LeadCells1700000006000,
  LeadValues1700000007000,
  QuickTagKeys1700000008000,
  FollowUps1700000009000,
  BulkJobs1700000010000,
  QuickPages1700000011000,
  OldRows1700000012000,
  TeamWork1700000013000,
  Phones1700000014000,
  BusinessContent1700000015000,
  TotalsByTag1700000016000,
  CheaperLeads1700000017000,
  KnownNames1700000018000,
  QuickPairs1700000019000,
  OldImportMarks1700000020000,
  NamesInOrder1700000021000,
  BetterKnownNames1700000022000,
  DirectBulkActions1700000023000,
];
