import { AbstractLogger, type LogLevel, type LogMessage } from 'typeorm';
import type { Logger } from '../logging/logger.js';

export class MigrationLog extends AbstractLogger {
  constructor(private readonly serviceLog?: Logger) {
    super(['migration']);
  }

  protected writeLog(_level: LogLevel, messages: LogMessage | string | (LogMessage | string)[]): void {
    for (const { message } of this.prepareLogMessages(messages)) this.serviceLog?.info(String(message));
  }
}
