import { randomUUID } from 'node:crypto';
import { FILES, type FileStore } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportJob } from '../import/import-job.js';
import { ImportRepository } from '../import/import.repository.js';
import { StoredWorkbook } from '../workbook/stored-workbook.js';
import { workbookCsv } from '../workbook/workbook-csv.js';
import { asUnreadableFile } from '../workbook/workbook-layout.js';

const cancelCheckMs = 1_000;

/** Makes a CSV file of a workbook's sheet, once for each import, from which the rest is like any other import. */
@Injectable()
export class WorkbookUnpacker {
  constructor(
    private readonly imports: ImportRepository,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  /** Returns false if the import was cancelled meanwhile. After a crash it begins again, with another file. */
  async unpack(job: ImportJob, signal: AbortSignal): Promise<boolean> {
    const { sheet, start } = job.layout;
    if (sheet === undefined || job.rowsFileId !== null) return true;
    const workbook = new StoredWorkbook(this.files, job.fileId, job.bytes);
    const cancelled = new AbortController();
    const stop = AbortSignal.any([signal, cancelled.signal]);
    const check = setInterval(() => void this.abortIfCancelling(job, cancelled), cancelCheckMs);
    const id = randomUUID();
    try {
      const bytes = await this.files.write(id, workbookCsv(workbook, sheet, start.row, stop), stop);
      const state = await this.imports.setRowsFile(job, id, bytes);
      job.rowsFileId = id;
      return state !== 'cancelling';
    } catch (error) {
      if (job.rowsFileId === null) await this.files.remove(id).catch(() => undefined);
      if (cancelled.signal.aborted && !signal.aborted) return false;
      throw asUnreadableFile(error);
    } finally {
      clearInterval(check);
      await workbook.close();
    }
  }

  private async abortIfCancelling(job: ImportJob, cancelled: AbortController): Promise<void> {
    // The next check follows, or the end of the file.
    if (await this.imports.isCancelling(job).catch(() => false)) cancelled.abort();
  }
}
