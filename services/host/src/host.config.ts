import {
  hostSetting,
  integerSetting,
  isFilesAddress,
  isNatsAddress,
  isRedisAddress,
  retentionSettings,
  secretSettings,
  StartError,
  switchSetting,
  type Environment,
} from '@lead-finder/platform';
import { serviceNames } from '@lead-finder/contracts';
import { z } from 'zod';

export const roleNames = [...serviceNames, 'gateway'] as const;

const serverUrl = (protocol: RegExp, example: string) =>
  z.string().refine((value) => isServer(value, protocol), `an address such as ${example}`);

/** PostgreSQL's address may name a folder of sockets in `?host=` instead. */
function isServer(value: string, protocol: RegExp): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return protocol.test(url.protocol) && (url.hostname !== '' || url.searchParams.has('host'));
}

export const databaseAddress = serverUrl(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name');

/** The settings that select the roles of a process and its servers (docs/configuration.md). */
export const hostSettings = z.object({
  ...retentionSettings.shape,
  SERVICES: z
    .string()
    .default('all')
    .transform((value) => (value === 'all' ? [...roleNames] : value.split(',').map((name) => name.trim())))
    .pipe(z.array(z.enum(roleNames, { error: `'all', or some of ${roleNames.join(', ')}` })))
    .describe(
      'The roles that this process runs: `all`, or some of `users`, `places`, `leads`, `imports`, `progress` and `gateway`, separated by commas.',
    ),
  EMBEDDED: switchSetting
    .default(true)
    .describe(
      '`off` stops the start with an error if the addresses of the servers are not set; the container image sets it. `on` opens an embedded database in that case.',
    ),
  DATA_DIR: z.string().default('.data').describe('The folder of the embedded database, uploads and mail files.'),
  DATABASE_URL: databaseAddress
    .optional()
    .describe('The address of PostgreSQL 15 to 18, such as `postgres://user:password@host:5432/name`.')
    .register(secretSettings, { isReadAgain: false }),
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, 'an address such as redis://host:6379 or redis+sentinel://host1,host2/master')
    .optional()
    .describe(
      'The address of Redis or Valkey, which carries the job queues, such as `redis://host:6379`, [with Sentinel or a cluster](operations.md#redis-and-valkey) `redis+sentinel://host1,host2/master` or `redis+cluster://host1,host2`. The server must run with AOF and `noeviction`.',
    )
    .register(secretSettings, { isReadAgain: false }),
  NATS_URL: z
    .string()
    .refine(isNatsAddress, 'an address such as nats://host:4222 or nats://host1:4222,host2:4222')
    .optional()
    .describe(
      'The address of NATS with JetStream, which carries requests, events and uploads, such as `nats://host:4222`. Commas separate the servers of a cluster: `nats://user:password@host1:4222,host2:4222`.',
    )
    .register(secretSettings, { isReadAgain: false }),
  NATS_REPLICAS: integerSetting(1, 5)
    .optional()
    .describe(
      'How many servers of a NATS cluster store each event and upload. If it is not set, three do in a cluster that has them, or else one. A start never lowers the number. The stream `EVENTS` keeps its number once it exists.',
    ),
  NATS_FILES_MB: integerSetting(16, 10_000_000)
    .optional()
    .describe(
      'The most megabytes of uploads that NATS stores, so that they leave room for events. If it is not set, 2048, or less if NATS has less room; a limit of an existing stream stays.',
    ),
  FILES_URL: z
    .string()
    .refine(isFilesAddress, 'an address such as s3://bucket or s3://key:secret@bucket/folder?endpoint=https://host')
    .optional()
    .describe(
      'A bucket of S3 for uploads, instead of NATS or `DATA_DIR`, such as `s3://bucket?region=eu-central-1`; [Operations](operations.md#uploads-in-a-bucket) has all of its parts.',
    )
    .register(secretSettings, { isReadAgain: false }),
  SMTP_URL: z
    .string()
    .refine(
      (value) => value === 'file:' || isServer(value, /^smtps?:$/),
      "an address such as smtp://host:587, or 'file:'",
    )
    .optional()
    .describe(
      'The mail server, such as `smtp://host:587`. `file:` writes mails into `DATA_DIR/mail`, as one process without servers does if it is not set.',
    )
    .register(secretSettings, { isReadAgain: true }),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'an e-mail address, with or without a name before it',
    )
    .default('Lead Finder <no-reply@localhost>')
    .describe('The sender of mails.'),
  DATABASE_POOL: integerSetting(1, 80)
    .default(6)
    .describe('The maximum number of database connections in the pool of each service.'),
  DATABASE_PREPARED: switchSetting
    .default(true)
    .describe(
      '`off` prepares no statements by name, for a pooler that does not know them, such as PgBouncer before 1.21.',
    ),
  MIGRATE_AT_START: switchSetting
    .default(true)
    .describe(
      '`on` migrates the schema of a service at its start. `off` waits until `bootstrap` of the same version has migrated it, as in compose and Kubernetes.',
    ),
  HEALTH_HOST: hostSetting.default('0.0.0.0').describe('The address on which the ports for health and metrics listen.'),
  HEALTH_PORT: integerSetting(0, 65_535)
    .optional()
    .describe(
      'The port of `/healthz` and `/readyz` in a process without the gateway. If it is not set, such a process has no health port.',
    ),
  METRICS_PORT: integerSetting(0, 65_535)
    .optional()
    .describe('The port of `/metrics` for Prometheus. If it is not set, the process serves no metrics.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl(/^https?:$/, 'http://collector:4318')
    .optional()
    .describe(
      'The OpenTelemetry collector to which the process sends traces over OTLP/HTTP, such as `http://collector:4318`. If it is not set, the process sends no traces.',
    ),
  DEMO_DATA: switchSetting
    .optional()
    .describe(
      '`on` adds the demo team once. If it is not set, one process without servers adds it if only this machine can reach the product.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'one of fatal, error, warn, info, debug, trace, silent',
    })
    .optional()
    .describe(
      'The lowest level that the log shows: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. If it is not set, the level is `info`, or `warn` in one process without servers.',
    ),
});
export type HostSettings = z.output<typeof hostSettings>;

/** Returns a copy of the environment, the only one that the process reads. */
export const environment = (): Environment => ({ ...process.env });

export const isEmbedded = ({ DATABASE_URL, NATS_URL, REDIS_URL }: HostSettings) =>
  !DATABASE_URL && !NATS_URL && !REDIS_URL;

/**
 * Throws a StartError unless all three addresses are set, or none is set and every role runs here: a misspelt setting must
 * not start an empty embedded database (docs/product/running.md#one-process-or-many).
 */
export function refuseHalfAddresses(settings: HostSettings): void {
  const addresses = ['DATABASE_URL', 'NATS_URL', 'REDIS_URL'] as const;
  const missing = addresses.filter((name) => !settings[name]);
  if (missing.length === 0) {
    if (!settings.SMTP_URL)
      throw new StartError(
        "SMTP_URL is not set, expected an address such as smtp://host:587, or 'file:' to write mail into a folder",
      );
    return;
  }
  if (missing.length < addresses.length) {
    const set = addresses.filter((name) => settings[name]);
    throw new StartError(
      `${set.join(' and ')} set, but not ${missing.join(' and ')}: set all three, or none for the embedded parts`,
    );
  }
  if (!settings.EMBEDDED) throw new StartError(`EMBEDDED is off: ${addresses.join(', ')} and SMTP_URL must be set`);
  if (settings.SERVICES.length < roleNames.length) {
    throw new StartError(
      `SERVICES names only ${settings.SERVICES.join(', ')}: ${addresses.join(', ')} must be set to reach the others`,
    );
  }
}
