import { Module } from '@nestjs/common';
import { ImportAudit } from './import/import-audit.js';
import { ImportHandlers } from './import/import.handlers.js';
import { ImportHints } from './import/import-hints.js';
import { ImportRepository } from './import/import.repository.js';
import { ImportViews } from './import/import.views.js';
import { StartImport } from './import/start-import.js';
import { StoredFiles } from './import/stored-files.js';
import { PersonConsumer } from './person/person.consumer.js';
import { ImportBell } from './worker/import-bell.js';
import { ImportProcessor } from './worker/import.processor.js';
import { ImportTurn } from './worker/import-turn.js';
import { ImportUsers } from './worker/import-users.js';
import { Leases } from './worker/lease.js';

@Module({
  controllers: [ImportHandlers],
  providers: [
    StartImport,
    ImportAudit,
    ImportRepository,
    ImportViews,
    ImportHints,
    StoredFiles,
    ImportBell,
    ImportProcessor,
    ImportTurn,
    ImportUsers,
    Leases,
    PersonConsumer,
  ],
})
export class ImportsModule {}
