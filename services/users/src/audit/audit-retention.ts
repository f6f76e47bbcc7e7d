import { Database, LOGGER, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { UsersSettings } from '../users.config.js';

const everyMs = 6 * 3_600_000;

/** Lets entries go when they are two years old (decisions, section 10), by the only way that the database allows. */
@Injectable()
export class AuditRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep();
    this.timer = setInterval(() => this.sweep(), everyMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private sweep(): void {
    this.running = this.database
      .query('select audit.forget($1)', [this.settings.AUDIT_KEEP_DAYS])
      .then(() => undefined)
      .catch((error: unknown) => this.log.warn({ err: error }, 'old entries of the audit trail wait for the next sweep'));
  }
}
