import {
  Database,
  FILES,
  LOGGER,
  notFound,
  SERVICE_SETTINGS,
  type FileStore,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportsSettings } from '../imports.config.js';

/** No import refers to a file between the end of its upload and the start of the import; its age protects it. */
const graceMs = 3_600_000;

/** Stores uploads until their import ends (docs/product/data-and-retention.md#retention). */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly database: Database,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the file of a dry run. Rejects with 404 if it is gone. */
  async findDryRunFile(fileId: string): Promise<{ fileName: string; bytes: number; encoding: string }> {
    const [file] = await this.database.query<{ fileName: string; bytes: number; encoding: string }>(
      `select file_name as "fileName", bytes::float8 as bytes, encoding from imports
       where file_id = $1 and ${isRetained('$2')} order by id limit 1`,
      [fileId, this.settings.DRY_RUN_FILE_HOURS],
    );
    if (!file) throw notFound('File');
    return file;
  }

  /** Returns the CSV file that an earlier dry run made of the sheet. */
  async findRowsFile(fileId: string, sheet: string): Promise<{ id: string; bytes: number } | null> {
    const [file] = await this.database.query<{ id: string; bytes: number }>(
      `select rows_file_id as id, rows_bytes::float8 as bytes from imports
       where file_id = $1 and layout->>'sheet' = $3 and rows_file_id is not null and ${isRetained('$2')} order by id limit 1`,
      [fileId, this.settings.DRY_RUN_FILE_HOURS, sheet],
    );
    return file ?? null;
  }

  /** Never throws: the sweep finds what stays. */
  async removeUnneeded(...fileIds: (string | null)[]): Promise<void> {
    const ids = fileIds.filter((id) => id !== null);
    try {
      const needed = await this.needed(ids);
      for (const id of ids) if (!needed.has(id)) await this.files.remove(id);
    } catch (error) {
      this.log.warn({ err: error, fileIds: ids }, 'File not deleted. The next sweep deletes it.');
    }
  }

  async sweep(now: Date): Promise<void> {
    const old = (await this.files.list()).filter(({ writtenAt }) => writtenAt.getTime() < now.getTime() - graceMs);
    const referencedIds = await this.needed(old.map(({ id }) => id));
    for (const { id } of old) if (!referencedIds.has(id)) await this.files.remove(id);
  }

  private async needed(ids: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select named.id from imports, lateral (values (file_id), (rows_file_id)) as named (id)
       where (file_id = any ($1) or rows_file_id = any ($1)) and named.id is not null
       and (state in ('queued', 'processing', 'cancelling') or ${isRetained('$2')})`,
      [ids, this.settings.DRY_RUN_FILE_HOURS],
    );
    return new Set(rows.map((row) => row.id));
  }
}

const isRetained = (hours: string) =>
  `(dry_run and layout is not null and created_at > now() - make_interval(hours => ${hours}::int))`;
