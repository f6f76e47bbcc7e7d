import {
  encodings,
  importedTag,
  customImportField,
  csvFileProblem,
  importFormatOf,
  jsonLinesProblem,
  type Actor,
  type CustomFieldDefinition,
  type Encoding,
  type ImportMode,
  type ImportSettings,
  type startImport,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { AppError, Database, FILES, invalidField, type ActorContext, type FileStore } from '@lead-finder/platform';
import { workbookProblem, workbookSniffBytes } from '@lead-finder/workbooks';
import { Inject, Injectable } from '@nestjs/common';
import { columnsOf } from '../file/columns.rules.js';
import { readHeader, readJsonLinesHeader, type FileLayout } from '../file/header.js';
import { emptyFile, UnreadableFile } from '../file/unreadable-file.js';
import { ImportProcessor } from '../worker/import.processor.js';
import { userKey } from '../worker/import-users.js';
import { ImportAudit } from './import-audit.js';
import type { UserMapping } from './import-job.js';
import { ImportViews } from './import.views.js';
import { CheckedFile } from './checked-file.js';
import { type ChosenUser, ChosenUsers } from './chosen-users.js';
import { ImportCustomFields, refuseUnknownField } from './import-custom-fields.js';
import { headerShape } from '../saved-mapping/header-shape.rules.js';
import { SavedMappings } from '../saved-mapping/saved-mappings.js';
import { withoutUnknownFields } from '../saved-mapping/settings-fields.rules.js';
import { StoredFiles } from './stored-files.js';
import { StoredWorkbook } from '../workbook/stored-workbook.js';
import { workbookLayout } from '../workbook/workbook-layout.js';

type Sent = ParsedInputOf<typeof startImport>;
type Input = Sent & { mode: ImportMode };
type Upload = NonNullable<Input['upload']>;

const maxWaiting = 20;

@Injectable()
export class StartImport {
  constructor(
    private readonly database: Database,
    private readonly stored: StoredFiles,
    private readonly views: ImportViews,
    private readonly processor: ImportProcessor,
    private readonly audit: ImportAudit,
    private readonly users: ChosenUsers,
    private readonly fields: ImportCustomFields,
    private readonly mappings: SavedMappings,
    private readonly checkedFile: CheckedFile,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  /** Returns the id of the import. A rejected file is deleted; the rejection is part of the history. */
  async run(input: Sent, context: ActorContext): Promise<number> {
    const { actor } = context;
    try {
      const earlier = input.idempotencyKey ? await this.views.byKey(actor.id, input.idempotencyKey) : null;
      if (earlier !== null) {
        await this.stored.removeUnneeded(input.fileId);
        return earlier;
      }
      const definitions = await this.fields.now(context);
      return await this.start(await this.withMapping(input, definitions), definitions, context);
    } catch (error) {
      await this.stored.removeUnneeded(input.fileId);
      throw error;
    }
  }

  /** What the call gives itself wins over the saved mapping that it names. */
  private async withMapping(input: Sent, definitions: readonly CustomFieldDefinition[]): Promise<Input> {
    const named: ImportSettings = input.mappingName?.trim() ? await this.mappings.use(input.mappingName) : {};
    const saved = withoutUnknownFields(named, definitions);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Sent;
    const format = input.upload && importFormatOf(input.upload.fileName);
    if (format && format !== 'xlsx') delete saved.sheet;
    if (format === 'ndjson') delete saved.decimalComma;
    return { mode: 'create', ...saved, ...given };
  }

  private async start(
    input: Input,
    definitions: readonly CustomFieldDefinition[],
    context: ActorContext,
  ): Promise<number> {
    const { actor } = context;
    await this.refuseTooMany(actor);
    const upload = input.upload ?? (await this.stored.findDryRunFile(input.fileId));
    const assignee = await this.users.assignee(input.assignTo, context);
    const userMappings = await this.resolveUserMappings(input.standIns ?? [], context);
    const tag = checkedTag(input.tag);
    const encoding = checkedEncoding(upload.encoding);
    const overwrite = checkedOverwrite(input, definitions);
    try {
      const layout = await this.readLayout(input, upload, encoding);
      const { mapping, mode, dayFirst, decimalComma } = input;
      const hasAssignee = assignee !== null;
      const columns = columnsOf(layout.headers, { mapping, hasAssignee, mode, customFields: definitions });
      const id = await this.record(input, upload, actor, {
        layout,
        columns,
        position: layout.start,
        rowsFile: layout.sheet === undefined ? null : await this.stored.findRowsFile(input.fileId, layout.sheet),
        assignee,
        userMappings,
        tag,
        overwrite,
        customFields: definitions.filter(({ key }) => columns[customImportField(key)] !== undefined),
        format: { dayFirst, decimalComma },
        shape: input.dryRun ? null : headerShape(layout.headers),
        settings: storedSettings(input, assignee),
        corrections: input.upload ? null : await this.checkedFile.correctionsOf(input.fileId),
      });
      await this.processor.wake(id);
      return id;
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      await this.record({ ...input, idempotencyKey: undefined }, upload, actor, { message: error.message });
      throw invalidField('file', error.message);
    }
  }

  private async readLayout(
    { fileId, sheet, decimalComma }: Input,
    upload: Upload,
    encoding: Encoding,
  ): Promise<FileLayout> {
    const format = importFormatOf(upload.fileName);
    if (format === 'xlsx') return this.readWorkbook(fileId, upload.bytes, sheet);
    const isJson = format === 'ndjson';
    if (sheet !== undefined) throw invalidField('sheet', `${isJson ? 'An NDJSON' : 'A CSV'} file has no sheets`);
    if (isJson && decimalComma)
      throw invalidField('decimalComma', 'The numbers of an NDJSON file have a decimal point');
    let head: Uint8Array | undefined;
    for await (head of this.files.read(fileId)) break;
    if (!head) throw emptyFile();
    const problem = isJson ? jsonLinesProblem(head) : csvFileProblem(head);
    if (problem) throw new UnreadableFile(problem);
    return (isJson ? readJsonLinesHeader : readHeader)(this.files.read(fileId), encoding);
  }

  private async readWorkbook(fileId: string, bytes: number, sheet?: string): Promise<FileLayout> {
    const source = new StoredWorkbook(this.files, fileId, bytes);
    try {
      const problem = workbookProblem(await source.read(0, workbookSniffBytes));
      if (problem) throw new UnreadableFile(problem);
      return await workbookLayout(source, sheet);
    } finally {
      await source.close();
    }
  }

  private async refuseTooMany({ id }: Actor): Promise<void> {
    const [row] = await this.database.query<{ waiting: number }>(
      `select count(*)::int as waiting from imports where created_by = $1 and state = 'queued'`,
      [id],
    );
    if (row!.waiting < maxWaiting) return;
    const message = `${maxWaiting} of your imports are waiting already. Please try again when some of them are done.`;
    throw new AppError('limited', 'rate_limited', message, { retryAfter: 30 });
  }

  private async resolveUserMappings(
    given: NonNullable<Input['standIns']>,
    context: ActorContext,
  ): Promise<UserMapping[]> {
    if (given.length === 0) return [];
    const users = await this.users.find(
      'standIns',
      given.map(({ user }) => user),
      context,
    );
    return given.map(({ name }, index) => ({ name: userKey(name), ...users[index]! }));
  }

  private async record(input: Input, upload: Upload, actor: Actor, plan: Plan): Promise<number> {
    const id = await this.insert(input, upload, actor, plan);
    if (id !== null) return id;
    // Another request with the same key was faster.
    await this.stored.removeUnneeded(input.fileId);
    return (await this.views.byKey(actor.id, input.idempotencyKey!))!;
  }

  private insert(input: Input, upload: Upload, actor: Actor, plan: Plan): Promise<number | null> {
    return this.database.transaction(async () => {
      const isRefused = plan.message !== undefined;
      const [row] = await this.database.query<{ id: number }>(
        `insert into imports (created_by, created_by_username, idempotency_key, file_id, file_name, bytes, encoding, dry_run,
           layout, columns, position, assignee, stand_ins, tag, message, state, finished_at, rows_file_id, rows_bytes,
           mode, overwrite, custom_fields, format, shape, settings, corrections)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::jsonb, '[]'), $14, $15, $16,
           case when $16 = 'failed' then now() end, $17, $18, $19, $20, coalesce($21::jsonb, '[]'), coalesce($22::jsonb, '{}'),
           $23, $24, $25)
         on conflict (created_by, idempotency_key) where idempotency_key is not null do nothing
         returning id`,
        [
          actor.id,
          actor.username,
          input.idempotencyKey ?? null,
          input.fileId,
          upload.fileName,
          upload.bytes,
          upload.encoding,
          input.dryRun,
          json(plan.layout),
          json(plan.columns),
          json(plan.position),
          json(plan.assignee),
          json(plan.userMappings),
          plan.tag ?? null,
          plan.message ?? null,
          isRefused ? 'failed' : 'queued',
          plan.rowsFile?.id ?? null,
          plan.rowsFile?.bytes ?? null,
          input.mode,
          plan.overwrite ?? null,
          json(plan.customFields),
          json(plan.format),
          plan.shape ?? null,
          json(plan.settings),
          json(plan.corrections),
        ],
      );
      if (!row) return null;
      const { dryRun, mode } = input;
      const details = { id: row.id, bytes: upload.bytes, dryRun, mode, refused: plan.message ?? null };
      await this.audit.record('import_started', actor, upload.fileName, details);
      return row.id;
    });
  }
}

type Plan = Partial<
  Record<
    | 'layout'
    | 'columns'
    | 'position'
    | 'assignee'
    | 'userMappings'
    | 'customFields'
    | 'format'
    | 'settings'
    | 'corrections',
    object | null
  > & {
    shape: string | null;
    tag: string | null;
    overwrite: string[] | null;
    message: string;
    rowsFile: { id: string; bytes: number } | null;
  }
>;
const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);

/** What the next file with these columns can use. A user mapping holds names of the file, so the import keeps it. */
const storedSettings = (
  { mapping, sheet, tag, mode, overwrite, dayFirst, decimalComma }: Input,
  assignee: ChosenUser | null,
): ImportSettings => ({
  mapping,
  sheet,
  tag,
  mode,
  overwrite,
  dayFirst,
  decimalComma,
  ...(assignee && { assignTo: String(assignee.id) }),
});

function checkedEncoding(given: string): Encoding {
  const encoding = encodings.find((each) => each === given);
  if (!encoding) throw invalidField('encoding', 'Not an encoding that can be read');
  return encoding;
}

/** Returns the tag for every row. 'Imported' is added to each lead by itself. */
function checkedTag(given: string | undefined): string | null {
  const tag = given?.trim();
  if (!tag || tag.toLowerCase() === importedTag.toLowerCase()) return null;
  if (tag === '.' || tag === '..') throw invalidField('tag', 'Tag must not be . or ..');
  return tag;
}

/** Returns the fields that the file replaces, null for all. */
function checkedOverwrite({ overwrite, mode }: Input, custom: readonly CustomFieldDefinition[]): string[] | null {
  if (!overwrite) return null;
  if (mode === 'create' || mode === 'fill') throw invalidField('overwrite', `The mode ${mode} replaces no values`);
  refuseUnknownField({ overwrite }, custom);
  return overwrite;
}
