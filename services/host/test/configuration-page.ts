import { gatewaySettings } from '@lead-finder/gateway';
import { fileVariables, type SettingsSchema } from '@lead-finder/platform';
import { z } from 'zod';
import { bootstrapSettings } from '../src/bootstrap.js';
import { hostSettings } from '../src/host.config.js';
import { services } from '../src/roles.js';

interface Topic {
  title: string;
  /** What the reader needs beside the texts of the settings. */
  introduction?: string;
  names: string[];
}

const topics: Topic[] = [
  {
    title: 'Processes and servers',
    introduction: `If none of \`DATABASE_URL\`, \`NATS_URL\` and \`REDIS_URL\` is set, one process runs every role and opens an embedded
PostgreSQL in \`DATA_DIR\`. To run many processes, set all three and \`SMTP_URL\`, and name the roles of each process in
\`SERVICES\`; you can run as many processes of each role as you like. If only some of the addresses are set, the process does
not start. [Operations](operations.md#in-kubernetes) says how many connections PostgreSQL must allow.`,
    names: [
      'SERVICES',
      'EMBEDDED',
      'DATA_DIR',
      'DEMO_DATA',
      'DATABASE_URL',
      'DATABASE_POOL',
      'DATABASE_PREPARED',
      'MIGRATE_AT_START',
      'NATS_URL',
      'NATS_REPLICAS',
      'NATS_FILES_MB',
      'REDIS_URL',
      'FILES_URL',
    ],
  },
  {
    title: 'Address of the product',
    introduction: `Set \`HOST\` and \`PUBLIC_URL\` together if other machines must reach the product. The gateway reads these settings; users, leads
and progress read \`PUBLIC_URL\` for the links in mails, and \`HOST\` and \`PORT\` if it is not set.`,
    names: ['HOST', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY', 'REQUESTS_AT_ONCE', 'DRAIN_SECONDS'],
  },
  {
    title: 'Database logins',
    introduction: `Only the command \`bootstrap\` reads these settings. It creates each login as a member of the role of its own service
([Operations](operations.md#least-privilege)).`,
    names: Object.keys(bootstrapSettings.shape),
  },
  {
    title: 'Sign-in and sessions',
    names: [
      'SETUP_TOKEN',
      'SECRETS_KEY',
      'INTERNAL_IDENTITY_PROVIDERS',
      'SESSION_IDLE_MINUTES',
      'SESSION_MAX_HOURS',
      'LOCKOUT_FAILURES',
      'LOCKOUT_MINUTES',
      'SIGN_IN_FAILURES_PER_ADDRESS',
      'RESET_MAILS_PER_HOUR',
    ],
  },
  { title: 'Webhooks', names: ['INTERNAL_WEBHOOKS'] },
  {
    title: 'Places',
    introduction:
      "Read [the README](../README.md#google-places) before you search with Google: Google's terms limit what you may store.",
    names: [
      'PLACES_PROVIDER',
      'GOOGLE_PLACES_API_KEY',
      'GOOGLE_PLACES_URL',
      'GOOGLE_MAPS_URL',
      'OSM_NOMINATIM_URL',
      'OSM_OVERPASS_URL',
      'OSM_CONTACT',
      'PLACES_CACHE_MINUTES',
      'PLACES_CALLS_PER_DAY',
      'PLACES_CALLS_PER_USER_PER_DAY',
    ],
  },
  { title: 'Import', names: ['IMPORT_MAX_BYTES', 'IMPORT_MAX_ROWS'] },
  { title: 'Mail and support', names: ['SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'] },
  {
    title: 'Calendar and map',
    introduction: `The product counts days, weeks and months in \`TIME_ZONE\`, and its calendar decides when a follow-up is due. Set the same value
for the gateway, leads and progress.`,
    names: ['TIME_ZONE', 'MAP_TILE_URL', 'MAP_ATTRIBUTION'],
  },
  {
    title: 'Retention',
    introduction: '[Operations](operations.md#retention) lists all data that the product removes by itself.',
    names: [
      'PLACES_CONTENT_DAYS',
      'PLACES_CALLS_KEEP_DAYS',
      'IMPORT_HISTORY_DAYS',
      'DRY_RUN_FILE_HOURS',
      'UNDO_KEEP_DAYS',
      'NOTIFICATIONS_KEEP_DAYS',
      'MAIL_KEEP_DAYS',
      'AUDIT_KEEP_DAYS',
      'AUDIT_SEAL_MINUTES',
      'AUDIT_SEALS_URL',
      'EVENTS_KEEP_DAYS',
      'IDEMPOTENCY_KEEP_HOURS',
    ],
  },
  {
    title: 'Health, metrics, traces and logs',
    introduction: '[Operations](operations.md#monitoring) explains metrics, logs and traces.',
    names: ['HEALTH_HOST', 'HEALTH_PORT', 'METRICS_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'LOG_LEVEL'],
  },
];

const head = `<!-- Made by \`npm run make:configuration\` from the settings' schemas; do not edit. -->

# Configuration

Set environment variables to configure Lead Finder. This page lists all of them. A process reads them once, at its start;
an empty variable counts as not set. If a value is wrong, the process does not start and prints each wrong setting with
the value it expects. A switch is \`on\` or \`off\`. If a setting has no default, its text says what happens without it.
A file can hold each of the [secrets](#secrets).
`;

const secrets = `## Secrets

A secret is a variable, or the content of a file whose path the second variable is. One line break at the end of the file does
not count. A process does not start if both variables are set, or if the file is missing, empty or not readable. No message shows
a secret. [Operations](operations.md#secrets) says how to mount and change the files.

| secret | variable with the path of its file | a changed file takes effect |
|---|---|---|
`;

/** The schemas of the settings of all roles. */
async function settingsSchemas(): Promise<SettingsSchema[]> {
  const roles = await Promise.all(Object.values(services).map((load) => load()));
  return [hostSettings, bootstrapSettings, gatewaySettings, ...roles.map((role) => role.settings)];
}

/** Returns the text of docs/configuration.md; throws if a setting has no topic, no text, or two of either. */
export async function configurationPage(): Promise<string> {
  const schemas = await settingsSchemas();
  const declared = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)));
  const listed = topics.flatMap(({ names }) => names);
  const wrong = [
    ...[...declared].filter((name) => !listed.includes(name)).map((name) => `${name} has no topic`),
    ...listed.filter((name) => !declared.has(name)).map((name) => `${name} is in no schema`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${name} has two topics`),
  ];
  if (wrong.length > 0) throw new Error(`The topics of docs/configuration.md: ${wrong.join(', ')}`);

  const section = ({ title, introduction, names }: Topic) => {
    const rows = names.map((name) => row(name, schemas.map(({ shape }) => shape[name]).filter(isSchema)));
    const table = ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
    return [`## ${title}`, introduction, table].filter(Boolean).join('\n\n');
  };
  const files = schemas.flatMap(fileVariables).map(({ name, variable, isReadAgain }) => {
    return `| \`${name}\` | \`${variable}\` | ${isReadAgain ? 'within ten seconds' : 'at the next start'} |`;
  });
  return `${[head.trimEnd(), ...topics.map(section), secrets + files.join('\n')].join('\n\n')}\n`;
}

const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;

function row(name: string, schemas: z.ZodType[]): string {
  const texts = new Set(schemas.map(({ description }) => description).filter((text) => text !== undefined));
  if (texts.size !== 1) throw new Error(`${name} has ${texts.size} different descriptions, expected one`);
  const defaults = new Set(schemas.map(defaultOf));
  if (defaults.size !== 1) throw new Error(`${name} has different defaults: ${[...defaults].join(', ')}`);
  const [byDefault] = defaults;
  const [text] = texts;
  return `| \`${name}\` | ${byDefault === undefined ? '' : `\`${byDefault}\` `}| ${text!.replace(/(?<!\.)$/, '.')} |`;
}

/** The default as an operator writes it; undefined if there is none. */
function defaultOf(schema: z.ZodType): string | undefined {
  if (schema instanceof z.ZodPipe) return defaultOf(schema.def.in as z.ZodType);
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
