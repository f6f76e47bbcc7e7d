import { Database, LOGGER, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { StoredFiles } from '../import/stored-files.js';
import type { ImportsSettings } from '../imports.config.js';

const everyMs = 600_000;

/** Removes what is kept no longer (decisions, section 10): files, history with failed rows, idempotency keys. */
@Injectable()
export class ImportJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly files: StoredFiles,
    @Inject(SERVICE_SETTINGS) private readonly settings: ImportsSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), everyMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    try {
      await this.files.sweep();
      await this.database.query(
        `delete from imports where finished_at < now() - make_interval(days => $1)
           and state not in ('queued', 'processing', 'cancelling', 'undoing')`,
        [this.settings.IMPORT_HISTORY_DAYS],
      );
      await this.database.query(
        `update imports set idempotency_key = null where idempotency_key is not null and created_at < now() - interval '1 day'`,
      );
    } catch (error) {
      this.log.warn({ err: error }, 'old imports could not be removed yet');
    }
  }
}
