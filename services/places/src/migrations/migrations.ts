import type { MigrationClass } from '@lead-finder/platform';
import { SearchTables1700000001000 } from './0001-search-tables.js';
import { ProviderMemory1700000002000 } from './0002-provider-memory.js';
import { AreaSearches1700000003000 } from './0003-area-searches.js';
import { KeptCalls1700000004000 } from './0004-kept-calls.js';

/** In the order of execution. Never edit the statements of a landed migration. */
export const migrations: MigrationClass[] = [
  SearchTables1700000001000,
  ProviderMemory1700000002000,
  AreaSearches1700000003000,
  KeptCalls1700000004000,
];
