import { setTimeout as pause } from 'node:timers/promises';
import {
  cancelImport,
  correctImport,
  getImport,
  getImportUndo,
  importResponse,
  importRecord,
  guessColumns,
  listFailureGroups,
  listImportRows,
  listImports,
  pullImportErrors,
  startImport,
  undoCounts,
  undoImport,
  type ImportResponse,
  type ImportRecord,
} from '@lead-finder/contracts';
import { FILES, invalidField, type Caller, type FileStore } from '@lead-finder/platform';
import { writeWorkbook } from '@lead-finder/workbooks';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
  type OnModuleDestroy,
  type StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.config.js';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { csvDownload } from '../http/csv-download.js';
import { Allow } from '../http/sessions/session.guard.js';
import { receiveUpload, type Upload } from '../http/uploads/upload.js';
import { jsonLinesType } from './leads-download.js';
import { importForm, isRunning, messageOf, startInput } from './import-response.rules.js';

/** An import that ends within this time returns 200, a longer one 202 (docs/product/import.md#import-call). */
const waitMs = 25_000;
const maxWaitOfStopMs = 6_000;

const maxSheetRows = 1_048_576;
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* stream as unknown as AsyncIterable<Uint8Array>;
}

@Allow('admin')
@Controller('api')
export class ImportsController implements OnModuleDestroy {
  private answersBy = Infinity;

  constructor(
    private readonly bus: GatewayBus,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** A gateway that stops waits for its responses, but not for long, and an import continues without it. */
  onModuleDestroy(): void {
    this.answersBy = performance.now() + maxWaitOfStopMs;
  }

  @Calls(startImport, importResponse, importForm)
  @Post('businesses/import')
  @HttpCode(200)
  async start(
    @Req() request: FastifyRequest,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { upload, fields } = await receiveUpload(request, this.files, { maxBytes: this.settings.IMPORT_MAX_BYTES });
    const input = await this.removeOnError(upload, () => startInput(upload, fields, caller.idempotencyKey));
    // The file now belongs to the import, which continues if the client disconnects.
    const started = await this.bus.call(startImport, input, { ...caller, signal: undefined });
    const isAsync = /\brespond-async\b/i.test(String(request.headers.prefer ?? ''));
    return this.respond(await this.waitForEnd(started, isAsync ? 0 : waitMs, caller), reply);
  }

  @Calls(listImports, z.array(importRecord))
  @Get('imports')
  async list(@Query() query: object, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { imports, total } = await this.bus.forward(listImports, query, caller);
    void reply.header('x-total-count', total);
    return imports;
  }

  @Calls(getImport)
  @Get('imports/:id')
  one(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.call(getImport, { id }, caller);
  }

  @Calls(pullImportErrors, { contentType: 'text/csv' })
  @Get('imports/:id/errors.csv')
  errors(@Param('id') id: string, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return this.errorsText(id, 'csv', undefined, caller);
  }

  @Calls(pullImportErrors, { contentType: jsonLinesType })
  @Get('imports/:id/errors.ndjson')
  errorsJsonLines(@Param('id') id: string, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return this.errorsText(id, 'ndjson', `${jsonLinesType}; charset=utf-8`, caller);
  }

  @Calls(pullImportErrors, { contentType: workbookType })
  @Get('imports/:id/errors.xlsx')
  async errorsWorkbook(@Param('id') id: string, @CallerContext() caller: Caller): Promise<StreamableFile> {
    const { bus } = this;
    const { fileName, failed: count } = await bus.call(getImport, { id }, caller);
    if (count >= maxSheetRows) {
      throw invalidField('id', `A workbook holds at most 1,048,576 rows. All ${count} failed rows are in errors.csv`);
    }
    const first = await bus.call(pullImportErrors, { id, format: 'xlsx' }, caller);
    async function* rows() {
      for (let chunk = first; ;) {
        yield chunk.rows ?? [];
        if (chunk.nextCursor === null) return;
        chunk = await bus.call(pullImportErrors, { id, format: 'xlsx', cursor: chunk.nextCursor }, caller);
      }
    }
    return csvDownload(bus, caller, {
      fileName: `import-${Number(id)}-errors.xlsx`,
      action: 'import_errors_exported',
      details: { import: Number(id), fileName, count },
      text: bytesOf(writeWorkbook(rows())),
      contentType: workbookType,
    });
  }

  @Calls(listImportRows)
  @Get('imports/:id/rows')
  rows(@Param('id') id: string, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listImportRows, { ...query, id }, caller);
  }

  @Calls(getImportUndo)
  @Get('imports/:id/undo')
  previewUndo(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.call(getImportUndo, { id }, caller);
  }

  @Calls(guessColumns)
  @Get('imports/:id/columns')
  columns(@Param('id') id: string, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(guessColumns, { ...query, id }, caller);
  }

  @Calls(listFailureGroups)
  @Get('imports/:id/failures')
  failures(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.call(listFailureGroups, { id }, caller);
  }

  @Calls(correctImport)
  @Post('imports/:id/corrections')
  @HttpCode(200)
  correct(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(correctImport, { ...body, id }, caller);
  }

  @Calls(cancelImport)
  @Post('imports/:id/cancel')
  @HttpCode(200)
  cancel(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.call(cancelImport, { id }, caller);
  }

  @Calls(undoImport, undoCounts)
  @Post('imports/:id/undo')
  @HttpCode(200)
  async undo(
    @Param('id') id: string,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const record = await this.waitForEnd(await this.bus.call(undoImport, { id }, caller), waitMs, caller);
    if (isRunning(record)) this.markAccepted(record, reply);
    return record.undo ?? { removed: 0, reversed: 0, kept: 0, failed: 0 };
  }

  private async errorsText(id: string, format: 'csv' | 'ndjson', contentType: string | undefined, caller: Caller) {
    const { bus } = this;
    const { fileName, failed: count } = await bus.call(getImport, { id }, caller);
    async function* text() {
      for (let cursor: string | undefined | null; cursor !== null;) {
        const chunk = await bus.call(pullImportErrors, { id, cursor, format }, caller);
        yield chunk.csv;
        cursor = chunk.nextCursor;
      }
    }
    return csvDownload(bus, caller, {
      fileName: `import-${Number(id)}-errors.${format}`,
      action: 'import_errors_exported',
      details: { import: Number(id), fileName, count },
      text: text(),
      contentType,
    });
  }

  private async removeOnError<T>(upload: Upload | null, read: () => T): Promise<T> {
    try {
      return read();
    } catch (error) {
      if (upload) await this.files.remove(upload.fileId);
      throw error;
    }
  }

  private async waitForEnd(started: ImportRecord, ms: number, caller: Caller): Promise<ImportRecord> {
    const giveUpAt = performance.now() + ms;
    let record = started;
    for (let wait = 20; isRunning(record); wait = Math.min(wait * 1.5, 500)) {
      if (performance.now() + wait > Math.min(giveUpAt, this.answersBy)) return record;
      await pause(wait, undefined, { signal: caller.signal });
      record = await this.bus.call(getImport, { id: record.id }, caller);
    }
    return record;
  }

  private respond(record: ImportRecord, reply: FastifyReply): ImportResponse {
    const { id, status, processed, successful, failed, errors, dryRun, mode, fileId, breakdown } = record;
    const { unknownUsers, message } = record;
    if (status === 'failed') {
      throw invalidField('file', message!);
    }
    if (isRunning(record)) this.markAccepted(record, reply);
    return {
      message: messageOf(record),
      importResults: { total: processed, successful, failed, errors },
      importId: id,
      status: isRunning(record) ? 'processing' : status,
      ...((dryRun || mode !== 'create') && { breakdown }),
      ...(dryRun && { fileId, unknownUsers }),
    };
  }

  private markAccepted({ id }: ImportRecord, reply: FastifyReply): void {
    void reply.status(202).header('location', `/api/imports/${id}`);
  }
}
