import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

export class NestLog implements LoggerService {
  constructor(private readonly sink: Logger) {}

  log(message: unknown): void {
    this.sink.debug(String(message));
  }

  error(message: unknown, ...more: unknown[]): void {
    this.sink.error({ more }, String(message));
  }

  warn(message: unknown): void {
    this.sink.warn(String(message));
  }

  debug(message: unknown): void {
    this.sink.trace(String(message));
  }
}
