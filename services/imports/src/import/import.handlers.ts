import {
  cancelImport,
  getImport,
  listImports,
  pullImportErrors,
  startImport,
  undoImport,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ImportProcessor } from '../worker/import.processor.js';
import { ImportRepository } from './import.repository.js';
import { ImportViews } from './import.views.js';
import { StartImport } from './start-import.js';

@Controller()
export class ImportHandlers {
  constructor(
    private readonly startImport: StartImport,
    private readonly imports: ImportRepository,
    private readonly views: ImportViews,
    private readonly processor: ImportProcessor,
  ) {}

  @Handle(startImport)
  async start(input: ParsedInputOf<typeof startImport>, context: ActorContext) {
    return this.views.one(await this.startImport.run(input, context));
  }

  @Handle(getImport)
  get({ id }: ParsedInputOf<typeof getImport>) {
    return this.views.one(id);
  }

  @Handle(listImports)
  list({ page, pageSize }: ParsedInputOf<typeof listImports>) {
    return this.views.page(page, pageSize);
  }

  @Handle(pullImportErrors)
  errors(input: ParsedInputOf<typeof pullImportErrors>) {
    return this.views.errorsChunk(input);
  }

  /** Does not change an import that has ended. */
  @Handle(cancelImport)
  async cancel({ id }: ParsedInputOf<typeof cancelImport>) {
    await this.imports.cancel(id);
    return this.views.one(id);
  }

  /** Rejects with 409 while the import runs, with 400 for a dry run. A second call changes nothing. */
  @Handle(undoImport)
  async undo({ id }: ParsedInputOf<typeof undoImport>, { actor }: ActorContext) {
    if (await this.imports.startUndo(id, actor)) await this.processor.wake(id);
    const record = await this.views.one(id);
    if (record.dryRun)
      throw new AppError('invalid', 'validation_failed', 'A check made no leads, there is nothing to undo');
    if (['queued', 'processing', 'cancelling'].includes(record.status)) {
      throw new AppError('conflict', 'stale_version', 'The import is still running. Cancel it first.');
    }
    return record;
  }
}
