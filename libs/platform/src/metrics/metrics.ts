import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.js';
import type { Readiness } from '../health/health-server.js';
import type { JobQueues } from '../jobs/job-queues.js';
import { within } from '../jobs/within.js';
import type { Logger } from '../logging/logger.js';

export interface Measure {
  name: string;
  help: string;
  labels?: string[];
  /** Returns rows of `value` and a column per label. Must cost no more than an index look-up or a small scan. */
  sql: string;
}

/** The metrics must not wait for an exhausted pool, which they must report. */
const readTimeoutMs = 2_000;

type Sample = { value: number; labels?: Record<string, string> };
type Source = () => Promise<Sample[]>;

const ofEveryService: Measure[] = [
  {
    name: 'outbox_waiting_events',
    help: 'Events that are not sent yet',
    sql: 'select count(*) as value from outbox where published_at is null',
  },
  {
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest event that is not sent yet',
    sql: 'select coalesce(extract(epoch from now() - min(occurred_at)), 0) as value from outbox where published_at is null',
  },
  {
    name: 'parked_events',
    help: 'Dead letters: events that failed ten times and wait for an operator',
    sql: 'select count(*) as value from parked_events where parked_at is not null',
  },
  {
    name: 'database_server_connections',
    help: 'Connections to the database server, of every client',
    sql: 'select count(*) as value from pg_stat_activity where usesysid is not null',
  },
  {
    name: 'database_server_connections_limit',
    help: 'Connections that the database server allows to clients without special rights',
    // reserved_connections exists from PostgreSQL 16.
    sql: `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as value`,
  },
];

export type RequestLabels = Record<'method' | 'route' | 'class' | 'status', string>;

/** The metrics of a process for Prometheus. They exist only if METRICS_PORT is set. */
export class Metrics {
  readonly registry = new Registry();
  private readonly sources = new Map<string, Source[]>();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['method', 'route', 'class', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  private readonly calls = new Histogram({
    name: 'bus_request_duration_seconds',
    help: 'Time from a request between gateway and services to its response, measured by the service',
    labelNames: ['request', 'outcome'],
    // Fewer buckets than for routes, because there are a hundred requests.
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5, 30],
    registers: [this.registry],
  });

  constructor(private readonly log: Logger) {
    collectDefaultMetrics({ register: this.registry });
  }

  /** `route` is the pattern and not the path, because each id would become a series. */
  observeRequest(labels: RequestLabels, seconds: number): void {
    this.requests.observe(labels, seconds);
  }

  /** `outcome` is 'done' or the kind of the failure. */
  observeCall(request: string, outcome: string, seconds: number): void {
    this.calls.observe({ request, outcome }, seconds);
  }

  /** The alerts find a role that has gone by this metric, which every process has. */
  watchRoles(roles: readonly string[], readiness: Readiness): void {
    this.add('role_ready', '1 if the process can serve the role, or else 0', ['role'], async () => {
      const value = (await readiness.problems()).length === 0 ? 1 : 0;
      return roles.map((role) => ({ value, labels: { role } }));
    });
    this.add('role_notice', '1 for each notice of a role in /readyz', ['role', 'notice'], async () =>
      readiness.notices().map(({ role, code }) => ({ value: 1, labels: { role, notice: code } })),
    );
  }

  watchService(service: string, database: Database, measures: Measure[] = []): void {
    // First, so that the pool is read before the queries below take connections.
    this.watchPool(service, database);
    for (const { name, help, labels = [], sql } of [...ofEveryService, ...measures]) {
      this.add(name, help, ['service', ...labels], async () => {
        const rows = await database.query<Record<string, string>>(sql);
        const labelled = (row: Record<string, string>) =>
          Object.fromEntries(labels.map((label) => [label, row[label]!]));
        return rows.map((row) => ({ value: Number(row.value), labels: { service, ...labelled(row) } }));
      });
    }
  }

  watchQueues(jobs: Pick<JobQueues, 'depths'>): void {
    const read = (pick: (depth: Awaited<ReturnType<JobQueues['depths']>>[number]) => number) => async () =>
      (await jobs.depths()).map((depth) => ({ value: pick(depth), labels: { queue: depth.queue } }));
    this.add(
      'job_queue_waiting',
      'Jobs that wait for a worker',
      ['queue'],
      read(({ waiting }) => waiting),
    );
    this.add(
      'job_queue_active',
      'Jobs that run, in any process',
      ['queue'],
      read(({ active }) => active),
    );
    this.add(
      'job_queue_oldest_seconds',
      'Age of the oldest waiting job',
      ['queue'],
      read(({ oldestSeconds }) => oldestSeconds),
    );
  }

  private watchPool(service: string, { dataSource }: Database): void {
    const pool = (
      dataSource.driver as unknown as { master: { totalCount: number; idleCount: number; waitingCount: number } }
    ).master;
    this.add('database_pool_connections', 'Connections by what they do', ['service', 'state'], async () => [
      { value: pool.idleCount, labels: { service, state: 'idle' } },
      { value: pool.totalCount - pool.idleCount, labels: { service, state: 'busy' } },
    ]);
    this.add('database_pool_waiting', 'Queries that wait for a connection', ['service'], async () => [
      { value: pool.waitingCount, labels: { service } },
    ]);
  }

  /** Several services of one process share a gauge, each with its own source. */
  private add(name: string, help: string, labelNames: string[], source: Source): void {
    const known = this.sources.get(name);
    if (known) return void known.push(source);
    const sources = [source];
    this.sources.set(name, sources);
    const read = async (gauge: Gauge) => {
      gauge.reset();
      await Promise.all(sources.map((one) => this.setGauge(gauge, name, one)));
    };
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        return read(this as unknown as Gauge);
      },
    });
  }

  /** Catches and logs errors, so that a database that is not reachable does not hide the other numbers. */
  private async setGauge(gauge: Gauge, name: string, source: Source): Promise<void> {
    try {
      for (const { labels = {}, value } of await within(readTimeoutMs, `Reading ${name}`, source()))
        gauge.set(labels, value);
    } catch (error) {
      this.log.warn({ err: error, metric: name }, 'Metric not read');
    }
  }
}
