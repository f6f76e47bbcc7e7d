import type { ServiceName } from '@lead-finder/contracts';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { RequestClient } from './bus/bus.js';
import type { Clock } from './clock/clock.js';
import type { EventTransport } from './events/event-transport.js';
import type { FileStore } from './files/file-store.js';
import type { ChangeSignals } from './change-signals/change-signals.js';
import type { JobQueues } from './jobs/job-queues.js';
import type { Logger } from './logging/logger.js';
import type { MailTransport } from './mail/mail-transport.js';
import type { Metrics } from './metrics/metrics.js';
import type { RetentionSettings } from './retention/retention.config.js';

/** Everything that a role needs from outside, opened from addresses in one place (docs/ARCHITECTURE.md). */
export interface Infrastructure {
  databaseUrl: string;
  usesServers: boolean;
  poolSize: number;
  usesPrepared?: boolean | undefined;
  migratesFirst?: boolean | undefined;
  log: Logger;
  /** Default: the time of its database for a service, the machine's time for the gateway. */
  clock?: Clock | undefined;
  changeSignals: ChangeSignals;
  events: EventTransport;
  jobs: JobQueues;
  files: FileStore;
  mail: MailTransport;
  metrics?: Metrics | undefined;
  retention?: RetentionSettings | undefined;
  server(service: ServiceName): CustomTransportStrategy;
  client(): RequestClient;
  /** False while NATS is away: then no request reaches a service. */
  isConnected(): boolean;
  check(): Promise<void>;
  close(): Promise<void>;
}
