import 'reflect-metadata';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { GatewaySettings } from '@lead-finder/gateway';
import {
  bootstrapDatabase,
  openLogger,
  Metrics,
  openInfrastructure,
  openTracing,
  Readiness,
  readSettings,
  startEmbeddedPostgres,
  startHealthServer,
  startMetricsServer,
  StartError,
  startService,
  waitForDatabase,
  watchSecretFiles,
  type Environment,
  type Logger,
  type ReadSettings,
  type RunningRole,
  type RunningService,
} from '@lead-finder/platform';
import { isPrivateToThisMachine } from './demo/demo-policy.rules.js';
import { prepareDemo } from './demo/prepare-demo.js';
import { hostSettings, isEmbedded, refuseHalfAddresses, roleNames, type HostSettings } from './host.config.js';
import { prepareFirstVisit } from './prepare-first-visit.js';
import { services } from './roles.js';
import type { ServicesWait } from './wait-for-services.js';

export interface RunningHost {
  /** The address of the product; null in a process without the gateway. */
  url: string | null;
  settings: HostSettings;
  /** True if the data holds the demo accounts. */
  hasDemo: boolean;
  services: RunningService[];
  /** Rejects with a StartError if the process cannot continue. */
  broken: Promise<never>;
  stop(): Promise<void>;
}

type Opened = (() => Promise<void>)[];

/** A stop waits no longer for a service that starts, because it may wait for its schema. */
const startedWithinMs = 5_000;

/**
 * Starts the roles of this process, each as its own Nest application, and opens the servers that they need. On an error
 * it closes everything that it opened. Returns null if it was asked to stop before it was ready.
 */
export async function startHost(
  environment: Environment,
  stopAsked = new AbortController().signal,
): Promise<RunningHost | null> {
  const asked = await readAll(environment);
  refuseHalfAddresses(asked.settings);
  const opened: Opened = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const started = start(asked, environment, opened, stopAsked);
    return { ...(await Promise.race([started, aborted(stopAsked)])), stop };
  } catch (error) {
    await stop();
    if (stopAsked.aborted) return null;
    throw error;
  }
}

/** Rejects on Ctrl-C, so that a stop does not wait for an unreachable server. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Reads all settings at once, so that the error lists every wrong one. */
async function readAll(environment: Environment) {
  const { data: named = [] } = hostSettings.shape.SERVICES.safeParse(environment.SERVICES || undefined);
  const roles = await Promise.all(named.filter((name) => name !== 'gateway').map((name) => services[name]()));
  // A process without the gateway does not load it.
  const gateway = named.includes('gateway') ? await import('@lead-finder/gateway') : null;
  const schemas = [...roles.map((role) => role.settings), ...(gateway ? [gateway.gatewaySettings] : [])];
  const [settings, ...read] = readSettings([hostSettings, ...schemas], environment);
  return { settings: settings as HostSettings, roles, gateway, schemas, read };
}

async function start(
  { settings, roles, gateway, schemas, read }: Awaited<ReturnType<typeof readAll>>,
  environment: Environment,
  opened: Opened,
  stopAsked: AbortSignal,
): Promise<Omit<RunningHost, 'stop'>> {
  const dataDir = path.resolve(settings.DATA_DIR);
  // The gateway alone serves the page while the services and NATS are away.
  const isEntry = gateway !== null && roles.length === 0;
  const log = openLogger(settings.LOG_LEVEL ?? (isEmbedded(settings) ? 'warn' : 'info'));
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const tracing = await openTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT);
    opened.push(() => tracing.close());
  }
  let isComplete = false;
  const parts: Pick<RunningRole, 'name' | 'check'>[] = [{ name: 'start', check: () => refuseIncomplete(isComplete) }];
  const readiness = new Readiness(() => parts);
  const metrics = await openHealth(settings, readiness, log, opened);
  const { databaseUrl, broken } = await openDatabaseServer(settings, dataDir, opened);
  stopAsked.throwIfAborted();
  const known = schemas.map((schema, index): ReadSettings => [schema, read[index]!]);
  const secretFiles = watchSecretFiles([[hostSettings, settings], ...known], environment, log);
  secretFiles.start();
  opened.push(() => secretFiles.stop());
  const prepareSchemas = () =>
    bootstrapDatabase(
      databaseUrl,
      roles.map((role) => role.name),
    );
  const isWhole = settings.SERVICES.length === roleNames.length;
  await waitForDatabase(prepareSchemas, { log, stopAsked, waitsForBootstrap: !isWhole });
  const infrastructure = await openInfrastructure({
    databaseUrl,
    natsUrl: settings.NATS_URL,
    natsReplicas: settings.NATS_REPLICAS,
    natsFilesMb: settings.NATS_FILES_MB,
    redisUrl: settings.REDIS_URL,
    filesUrl: settings.FILES_URL,
    smtpUrl: () => settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    poolSize: settings.DATABASE_POOL,
    usesPrepared: settings.DATABASE_PREPARED,
    migratesFirst: settings.MIGRATE_AT_START,
    // The gateway stores uploads.
    usesFiles: gateway !== null || roles.some((role) => role.usesFiles),
    isEntry,
    dataDir,
    log,
    metrics,
    retention: settings,
  });
  opened.push(() => infrastructure.close());
  // A monitor may read the name in /readyz, so it stays. The gateway alone serves the page without NATS.
  if (!isEntry) parts.push({ name: 'infrastructure', check: () => infrastructure.check() });
  stopAsked.throwIfAborted();

  const starting = roles.map((role, index) => startService(role, infrastructure, read[index]!));
  opened.push(async () => void (await Promise.all(starting.map(stopOnceStarted))));
  const started = await Promise.all(starting);
  parts.push(...started);
  stopAsked.throwIfAborted();

  let url: string | null = null;
  let hasDemo = false;
  if (gateway) {
    const own = read.at(-1) as GatewaySettings;
    const loopbackOnly = isPrivateToThisMachine(own, settings);
    const options = { loopbackOnly, isOpen: () => isComplete };
    const entry = await gateway.startGateway(own, infrastructure, readiness, options);
    parts.push(entry);
    opened.push(() => entry.stop());
    url = entry.url;
    const wait: ServicesWait = { log, stopAsked, timeoutMs: isEntry ? Infinity : 60_000 };
    hasDemo = await prepareDemo(own, settings, infrastructure, wait);
    await prepareFirstVisit(loopbackOnly, infrastructure, wait);
  }
  isComplete = true;
  opened.push(async () => readiness.drain());
  return { url, settings, hasDemo, services: started, broken };
}

/** Stops a service that runs or is about to: without its servers it would only fail. */
async function stopOnceStarted(starting: Promise<RunningService>): Promise<void> {
  const impatience = pause(startedWithinMs, undefined, { ref: false });
  const service = await Promise.race([starting.catch(() => undefined), impatience]);
  await service?.stop();
}

/** The health of a process without the gateway, and its metrics: both report also a start that waits. */
async function openHealth(settings: HostSettings, readiness: Readiness, log: Logger, opened: Opened) {
  const { HEALTH_HOST, HEALTH_PORT, METRICS_PORT, SERVICES } = settings;
  if (HEALTH_PORT !== undefined && !SERVICES.includes('gateway')) {
    const health = await startHealthServer(HEALTH_HOST, HEALTH_PORT, readiness);
    opened.push(() => health.stop());
  }
  if (METRICS_PORT === undefined) return undefined;
  const metrics = new Metrics(log);
  metrics.watchRoles(SERVICES, readiness);
  const server = await startMetricsServer(HEALTH_HOST, METRICS_PORT, metrics);
  opened.push(() => server.stop());
  return metrics;
}

async function refuseIncomplete(isComplete: boolean): Promise<void> {
  if (!isComplete) throw new Error('The start is not complete');
}

/** Returns the address of the named database server, or starts an embedded one. */
async function openDatabaseServer({ DATABASE_URL }: HostSettings, dataDir: string, opened: Opened) {
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, broken: new Promise<never>(() => {}) };
  const postgres = await startEmbeddedPostgres({ dataDir });
  opened.push(() => postgres.stop());
  const broken = postgres.exited.then(() => {
    throw new StartError('The embedded PostgreSQL ended by itself. Start again: nothing that was answered is lost.');
  });
  // A stop ends PostgreSQL too, when nothing awaits this promise any more.
  broken.catch(() => undefined);
  return { databaseUrl: postgres.url, broken };
}
