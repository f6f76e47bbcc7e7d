import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@lead-finder/contracts';
import { InProcessClient, InProcessExchange, InProcessServer } from './bus/in-process.js';
import { NatsLink } from './bus/nats-link.js';
import { NatsClient, NatsServer } from './bus/nats.js';
import type { StreamLimits } from './bus/open-stream.js';
import type { Clock } from './clock/clock.js';
import { StartError } from './config/environment.js';
import { InProcessEvents } from './events/in-process-events.js';
import { JetStreamEvents } from './events/jetstream-events.js';
import type { FileStore } from './files/file-store.js';
import { openBucket } from './files/open-bucket.js';
import { FolderFileStore } from './files/folder-file-store.js';
import { JetStreamFileStore } from './files/jetstream-file-store.js';
import { InProcessChangeSignals } from './change-signals/change-signals.js';
import { NatsChangeSignals } from './change-signals/nats-change-signals.js';
import { unavailable } from './errors/app-error.js';
import { openJobQueues, type JobQueues } from './jobs/job-queues.js';
import type { Logger } from './logging/logger.js';
import { MailByAddress } from './mail/mail-by-address.js';
import type { Metrics } from './metrics/metrics.js';
import type { RetentionSettings } from './retention/retention.config.js';
import type { Infrastructure } from './infrastructure.js';

export interface Addresses {
  databaseUrl: string;
  /** NATS and Redis are set together: with both the roles may run anywhere, with neither all run in this process. */
  natsUrl?: string | undefined;
  redisUrl?: string | undefined;
  natsReplicas?: number | undefined;
  natsFilesMb?: number | undefined;
  /** A bucket for uploads. Default: NATS, or a folder of `dataDir`. */
  filesUrl?: string | undefined;
  /** Called for each mail. Default, and for 'file:': mails become files in `dataDir/mail`. */
  smtpUrl?: () => string | undefined;
  mailFrom: string;
  dataDir: string;
  /** Whether a role of this process stores or reads uploads. If none does, NATS needs no rights for them. */
  usesFiles?: boolean;
  /** True for the gateway alone: it has no jobs, and serves the page while NATS is away. */
  isEntry?: boolean;
  poolSize: number;
  /** False behind a pooler that does not know prepared statements. */
  usesPrepared?: boolean;
  migratesFirst?: boolean;
  log: Logger;
  clock?: Clock | undefined;
  metrics?: Metrics | undefined;
  retention?: RetentionSettings;
}

type Reached = Pick<
  Infrastructure,
  'changeSignals' | 'events' | 'jobs' | 'files' | 'server' | 'client' | 'isConnected' | 'check' | 'close'
>;

/** Opens the infrastructure and waits for servers that start later. The addresses alone decide how. */
export async function openInfrastructure(addresses: Addresses): Promise<Infrastructure> {
  const { databaseUrl, natsUrl, redisUrl, poolSize, usesPrepared, migratesFirst, log, clock, metrics, retention } =
    addresses;
  if (Boolean(natsUrl) !== Boolean(redisUrl)) throw new StartError('NATS and Redis are needed both, or neither');
  const { smtpUrl = () => undefined, mailFrom, dataDir } = addresses;
  const mail = new MailByAddress(smtpUrl, mailFrom, path.join(dataDir, 'mail'), log);
  const reached =
    natsUrl && redisUrl ? await overServers(natsUrl, redisUrl, addresses) : await insideOneProcess(addresses);
  metrics?.watchQueues(reached.jobs);
  return {
    ...reached,
    databaseUrl,
    usesServers: Boolean(natsUrl),
    poolSize,
    usesPrepared,
    migratesFirst,
    log,
    clock,
    mail,
    metrics,
    retention,
    close: async () => {
      await reached.close();
      mail.close();
    },
  };
}

async function insideOneProcess({ databaseUrl, filesUrl, dataDir, log }: Addresses): Promise<Reached> {
  const exchange = new InProcessExchange();
  const jobs = await openJobQueues({ databaseUrl }, log);
  return {
    changeSignals: new InProcessChangeSignals(),
    events: new InProcessEvents(),
    jobs,
    files: filesUrl ? await openBucket(filesUrl, log) : new FolderFileStore(path.join(dataDir, 'uploads')),
    server: () => new InProcessServer(exchange),
    client: () => new InProcessClient(exchange),
    isConnected: () => true,
    check: async () => {},
    close: () => jobs.close(),
  };
}

async function overServers(natsUrl: string, redisUrl: string, addresses: Addresses): Promise<Reached> {
  const { log, natsReplicas, natsFilesMb, filesUrl, usesFiles = true, isEntry = false } = addresses;
  const link = isEntry ? NatsLink.begin(natsUrl, log) : await NatsLink.open(natsUrl, log);
  const limits = { replicas: natsReplicas, maxBytes: natsFilesMb && natsFilesMb * 1024 * 1024 };
  const bucket = usesFiles && filesUrl ? await openBucket(filesUrl, log) : null;
  const inNats = usesFiles && !bucket ? openFiles(link, log, limits) : null;
  if (!isEntry) await inNats?.opened;
  const jobs = isEntry ? noJobs : await untilThere('Redis', log, () => openJobQueues({ redisUrl }, log));
  return {
    changeSignals: new NatsChangeSignals(link, log),
    events: new JetStreamEvents(link, log, natsReplicas),
    jobs,
    files: bucket ?? inNats?.store ?? noFiles,
    server: (service: ServiceName) => new NatsServer(link, service),
    client: () => new NatsClient(link),
    isConnected: () => link.isUp,
    check: async () => void (await link.whileUp(() => link.connection.rtt())),
    close: async () => {
      await jobs.close();
      await link.close();
    },
  };
}

/** Opens the stream of the files whenever NATS is back, because NATS may have lost it. */
function openFiles(link: NatsLink, log: Logger, limits: StreamLimits): { store: FileStore; opened: Promise<unknown> } {
  let known: FileStore | undefined;
  const open = async () => link.isUp && (known = await JetStreamFileStore.open(link.connection, limits));
  const openAgain = () => untilThere('JetStream', log, open);
  link.on('up', () => void openAgain());
  const store = () => {
    if (!known) throw unavailable('File storage');
    return known;
  };
  return {
    store: {
      write: async (...file) => store().write(...file),
      read: (...file) => store().read(...file),
      remove: async (id) => store().remove(id),
      list: async () => store().list(),
    },
    opened: openAgain(),
  };
}

const without = (what: string) => () => {
  throw new Error(`This process was started without ${what}`);
};
const noFile = without('files, because none of its roles has usesFiles');
const noFiles: FileStore = { write: noFile, read: noFile, remove: noFile, list: noFile };
const noJob = without('jobs, because it is the gateway alone');
const noJobs: JobQueues = { enqueue: noJob, work: noJob, depths: async () => [], close: async () => {} };

async function untilThere<T>(what: string, log: Logger, open: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (attempt % 60 === 1) log.warn({ err: error }, `${what} does not answer yet. The process waits for it.`);
      await pause(500);
    }
  }
}
