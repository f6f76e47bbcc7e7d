import { Module } from '@nestjs/common';
import { ImportAudit } from './import/import-audit.js';
import { ImportHandlers } from './import/import.handlers.js';
import { ImportSignals } from './import/import-signals.js';
import { ImportRepository } from './import/import.repository.js';
import { ImportRowsViews } from './import/import-rows.views.js';
import { ImportViews } from './import/import.views.js';
import { CheckedFile } from './import/checked-file.js';
import { CheckedFileHandlers } from './import/checked-file.handlers.js';
import { ChosenUsers } from './import/chosen-users.js';
import { ImportCustomFields } from './import/import-custom-fields.js';
import { StartImport } from './import/start-import.js';
import { StoredFiles } from './import/stored-files.js';
import { SavedMappingHandlers } from './saved-mapping/saved-mapping.handlers.js';
import { SavedMappings } from './saved-mapping/saved-mappings.js';
import { UserReplicaConsumer } from './user-replica/user-replica.consumer.js';
import { ImportProcessor } from './worker/import.processor.js';
import { ImportTimeSlice } from './worker/import-time-slice.js';
import { ImportUsers } from './worker/import-users.js';
import { Leases } from './worker/lease.js';
import { WorkbookUnpacker } from './worker/workbook-unpacker.js';

@Module({
  controllers: [ImportHandlers, CheckedFileHandlers, SavedMappingHandlers],
  providers: [
    StartImport,
    CheckedFile,
    ChosenUsers,
    ImportCustomFields,
    SavedMappings,
    ImportAudit,
    ImportRepository,
    ImportViews,
    ImportRowsViews,
    ImportSignals,
    StoredFiles,
    ImportProcessor,
    ImportTimeSlice,
    ImportUsers,
    Leases,
    WorkbookUnpacker,
    UserReplicaConsumer,
  ],
})
export class ImportsModule {}
