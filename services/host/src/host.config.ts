import { integerSetting, retentionSettings, StartError, switchSetting, type Environment } from '@lead-finder/platform';
import { serviceNames } from '@lead-finder/contracts';
import { z } from 'zod';

export const roleNames = [...serviceNames, 'gateway'] as const;
export type RoleName = (typeof roleNames)[number];

const serverUrl = (protocol: RegExp, example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocol.test(new URL(value).protocol), `an address such as ${example}`);

export const databaseAddress = serverUrl(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name');

/** What decides which roles run here and what they open (README, 'Settings'). */
export const hostSettings = z.object({
  ...retentionSettings.shape,
  SERVICES: z
    .string()
    .default('all')
    .transform((value) => (value === 'all' ? [...roleNames] : value.split(',').map((name) => name.trim())))
    .pipe(z.array(z.enum(roleNames, { error: `'all', or some of ${roleNames.join(', ')}` })))
    .describe('Roles that this process runs'),
  EMBEDDED: switchSetting.default(true).describe("'off' refuses to open a database of its own"),
  DATA_DIR: z.string().default('.data').describe('Folder of the embedded database, uploads and mail files'),
  DATABASE_URL: databaseAddress.optional().describe('PostgreSQL 15 to 18'),
  REDIS_URL: serverUrl(/^rediss?:$/, 'redis://host:6379').optional().describe('Redis, for job queues'),
  NATS_URL: serverUrl(/^(nats|tls):$/, 'nats://host:4222').optional().describe('NATS with JetStream, for requests and events'),
  SMTP_URL: z
    .string()
    .refine((value) => value === 'file:' || /^smtps?:\/\/./.test(value), "an address such as smtp://host:587, or 'file:'")
    .optional()
    .describe("Mail server; 'file:' writes mail into DATA_DIR/mail"),
  MAIL_FROM: z.string().default('Lead Finder <no-reply@localhost>').describe('Sender of mails'),
  DATABASE_POOL: integerSetting(1, 80).default(6).describe('Connections of each service'),
  HEALTH_HOST: z.string().default('0.0.0.0').describe('Address of the ports for health and metrics'),
  HEALTH_PORT: integerSetting(0, 65_535).optional().describe('Port of /healthz and /readyz of a process without the gateway'),
  METRICS_PORT: integerSetting(0, 65_535).optional().describe('Port of /metrics, for Prometheus; left out, there is none'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl(/^https?:$/, 'http://collector:4318').optional().describe('OpenTelemetry collector that traces are sent to, over OTLP/HTTP'),
  DEMO_DATA: switchSetting.optional().describe("'on' seeds the demo team once; default on where nothing but this machine is involved"),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'one of fatal, error, warn, info, debug, trace, silent' }).optional().describe("Default 'info', embedded 'warn'"),
});
export type HostSettings = z.output<typeof hostSettings>;

/** Read by everything that this process starts; in one place, once. */
export const environment = (): Environment => ({ ...process.env });

export const isEmbedded = ({ DATABASE_URL, NATS_URL, REDIS_URL }: HostSettings) => !DATABASE_URL && !NATS_URL && !REDIS_URL;

/**
 * Embedded parts open only when none of the three addresses is set and every role runs here; as soon as one is set all
 * are required: a misspelt address must never start an empty database of its own (decisions, section 1).
 */
export function refuseHalfAddresses(settings: HostSettings): void {
  const addresses = ['DATABASE_URL', 'NATS_URL', 'REDIS_URL'] as const;
  const missing = addresses.filter((name) => !settings[name]);
  if (missing.length === 0) {
    if (!settings.SMTP_URL) throw new StartError("SMTP_URL is not set, expected an address such as smtp://host:587, or 'file:' to write mail into a folder");
    return;
  }
  if (missing.length < addresses.length) {
    const set = addresses.filter((name) => settings[name]);
    throw new StartError(`${set.join(' and ')} set, but not ${missing.join(' and ')}: set all three, or none for the embedded parts`);
  }
  if (!settings.EMBEDDED) throw new StartError(`EMBEDDED is off: ${addresses.join(', ')} and SMTP_URL must be set`);
  if (settings.SERVICES.length < roleNames.length) {
    throw new StartError(`SERVICES names only ${settings.SERVICES.join(', ')}: ${addresses.join(', ')} must be set to reach the others`);
  }
}
