import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** A provider whose task runs from the start of its service to its end. */
export abstract class BackgroundTask implements OnApplicationBootstrap, OnModuleDestroy {
  protected abstract readonly task: { start(): void | Promise<void>; stop(): Promise<void> };

  onApplicationBootstrap(): void | Promise<void> {
    return this.task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }
}
