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

/** Between the upload's end and the import's start nothing but its age protects a file. */
const graceMs = 3_600_000;

/** Uploads are kept until their import ends, those of a dry run for a day (decisions, section 10). */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly database: Database,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** What a dry run kept; 404 where it is gone. */
  async kept(fileId: string): Promise<{ fileName: string; bytes: number; encoding: string }> {
    const [file] = await this.database.query<{ fileName: string; bytes: number; encoding: string }>(
      `select file_name as "fileName", bytes::float8 as bytes, encoding from imports
       where file_id = $1 and ${isKept('$2')} order by id limit 1`,
      [fileId, this.settings.DRY_RUN_FILE_HOURS],
    );
    if (!file) throw notFound('File');
    return file;
  }

  /** Never throws: what stays is found by the sweep. */
  async removeUnneeded(fileId: string): Promise<void> {
    try {
      if ((await this.needed([fileId])).size === 0) await this.files.remove(fileId);
    } catch (error) {
      this.log.warn({ err: error, fileId }, 'a file could not be removed yet');
    }
  }

  async sweep(now: Date): Promise<void> {
    const old = (await this.files.list()).filter(({ writtenAt }) => writtenAt.getTime() < now.getTime() - graceMs);
    const needed = await this.needed(old.map(({ id }) => id));
    for (const { id } of old) if (!needed.has(id)) await this.files.remove(id);
  }

  private async needed(ids: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select distinct file_id as id from imports where file_id = any ($1)
       and (state in ('queued', 'processing', 'cancelling') or ${isKept('$2')})`,
      [ids, this.settings.DRY_RUN_FILE_HOURS],
    );
    return new Set(rows.map((row) => row.id));
  }
}

/** A dry run whose file could be read at all. */
const isKept = (hours: string) =>
  `(dry_run and layout is not null and created_at > now() - make_interval(hours => ${hours}::int))`;
