import {
  checkImportUndo,
  getLastImportedBatch,
  importLeads,
  listCheckedRows,
  undoImportChunk,
  undoImportedLeads,
  updateImportedLeads,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type CallContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { CheckedRows } from './checked-rows.js';
import { ImportBatches } from './import-batches.js';
import { ImportUndo } from './import-undo.js';
import { ImportUndoPreview } from './import-undo-preview.js';

/** Requests of the imports service, which reads the file. This service owns the imported leads. */
@Controller()
export class ImportBatchHandlers {
  constructor(
    private readonly batches: ImportBatches,
    private readonly undo: ImportUndo,
    private readonly preview: ImportUndoPreview,
    private readonly checked: CheckedRows,
  ) {}

  @Handle(importLeads)
  add(batch: ParsedInputOf<typeof importLeads>, { signal }: CallContext) {
    return this.batches.run(batch, signal);
  }

  @Handle(updateImportedLeads)
  update(batch: ParsedInputOf<typeof updateImportedLeads>, { signal }: CallContext) {
    return this.batches.update(batch, signal);
  }

  @Handle(getLastImportedBatch)
  last({ importId, fence }: ParsedInputOf<typeof getLastImportedBatch>) {
    return this.batches.last(importId, fence);
  }

  @Handle(listCheckedRows)
  rows(input: ParsedInputOf<typeof listCheckedRows>) {
    return this.checked.page(input);
  }

  @Handle(checkImportUndo)
  checkUndo({ importId }: ParsedInputOf<typeof checkImportUndo>) {
    return this.preview.run(importId);
  }

  @Handle(undoImportChunk)
  undoChunk(input: ParsedInputOf<typeof undoImportChunk>) {
    return this.undo.run(input);
  }

  /** Imports of the version before changed no values, so the history has no user who undoes them. */
  @Handle(undoImportedLeads)
  async undoLeads(input: ParsedInputOf<typeof undoImportedLeads>) {
    const { removed, kept, more } = await this.undo.run({ ...input, undoneBy: 0 });
    return { removed, kept, more };
  }
}
