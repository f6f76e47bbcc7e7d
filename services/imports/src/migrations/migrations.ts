import type { MigrationClass } from '@lead-finder/platform';
import { Imports1700000200000 } from './0001-imports.js';
import { StandIns1700000200001 } from './0002-stand-ins.js';
import { UndoneBy1700000210000 } from './0003-undone-by.js';

/** In the order of execution. Never edit the statements of a landed migration. */
export const migrations: MigrationClass[] = [Imports1700000200000, StandIns1700000200001, UndoneBy1700000210000];
