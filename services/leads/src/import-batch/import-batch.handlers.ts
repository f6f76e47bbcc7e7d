import { getLastImportedBatch, importLeads, undoImportedLeads, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type CallContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ImportBatches } from './import-batches.js';
import { ImportUndo } from './import-undo.js';

/** Requests of the imports service, which reads the file. This service owns the imported leads. */
@Controller()
export class ImportBatchHandlers {
  constructor(
    private readonly batches: ImportBatches,
    private readonly undo: ImportUndo,
  ) {}

  @Handle(importLeads)
  add(batch: ParsedInputOf<typeof importLeads>, { signal }: CallContext) {
    return this.batches.run(batch, signal);
  }

  @Handle(getLastImportedBatch)
  last({ importId, fence }: ParsedInputOf<typeof getLastImportedBatch>) {
    return this.batches.last(importId, fence);
  }

  @Handle(undoImportedLeads)
  undoLeads(input: ParsedInputOf<typeof undoImportedLeads>) {
    return this.undo.run(input);
  }
}
