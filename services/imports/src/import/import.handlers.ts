import {
  cancelImport,
  checkImportUndo,
  getImport,
  getImportUndo,
  listImportRows,
  listImports,
  pullImportErrors,
  startImport,
  undoImport,
  type ImportRecord,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, Bus, days, Handle, SERVICE_SETTINGS, type ActorContext } from '@lead-finder/platform';
import { Controller, Inject } from '@nestjs/common';
import type { ImportsSettings } from '../imports.config.js';
import { ImportProcessor } from '../worker/import.processor.js';
import { ImportRepository } from './import.repository.js';
import { ImportRowsViews } from './import-rows.views.js';
import { ImportViews } from './import.views.js';
import { StartImport } from './start-import.js';

@Controller()
export class ImportHandlers {
  constructor(
    private readonly startImport: StartImport,
    private readonly imports: ImportRepository,
    private readonly views: ImportViews,
    private readonly rowsViews: ImportRowsViews,
    private readonly bus: Bus,
    private readonly processor: ImportProcessor,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
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
  list(input: ParsedInputOf<typeof listImports>) {
    return this.views.page(input);
  }

  @Handle(pullImportErrors)
  errors(input: ParsedInputOf<typeof pullImportErrors>) {
    return this.views.errorsChunk(input);
  }

  @Handle(listImportRows)
  rows(input: ParsedInputOf<typeof listImportRows>, context: ActorContext) {
    return this.rowsViews.page(input, context);
  }

  /** Rejects as the undo would. After the undo it returns what that did. */
  @Handle(getImportUndo)
  async getUndo({ id }: ParsedInputOf<typeof getImportUndo>, { requestId, signal }: ActorContext) {
    const { undo } = this.rejectFinal(rejectUnfinished(await this.views.one(id)));
    const now = await this.bus.call(checkImportUndo, { importId: id }, { actor: null, requestId, signal });
    return { ...now, ...undo };
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
    this.rejectFinal(await this.views.one(id));
    if (await this.imports.startUndo(id, actor)) await this.processor.wake(id);
    return rejectUnfinished(await this.views.one(id));
  }

  /** The values before an import expire. */
  private rejectFinal(record: ImportRecord): ImportRecord {
    const { breakdown, undo, finishedAt } = record;
    const isOld = finishedAt !== null && Date.parse(finishedAt) < Date.now() - days(this.settings.UNDO_KEEP_DAYS);
    if (isOld && undo === null && breakdown.updated > 0)
      throw new AppError('conflict', 'stale_version', 'The changes of this import can no longer be undone');
    return record;
  }
}

function rejectUnfinished(record: ImportRecord): ImportRecord {
  if (record.dryRun)
    throw new AppError('invalid', 'validation_failed', 'A check made no leads, there is nothing to undo');
  if (['queued', 'processing', 'cancelling'].includes(record.status)) {
    throw new AppError('conflict', 'stale_version', 'The import is still running. Cancel it first.');
  }
  return record;
}
