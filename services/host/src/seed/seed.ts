import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leads, packSeeded, rollUpSeeded, seedLeads } from '@lead-finder/leads';
import {
  bootstrapDatabase,
  type Database,
  openDatabase,
  readSettings,
  startEmbeddedPostgres,
  StartError,
  type Environment,
} from '@lead-finder/platform';
import { seedUsers, users } from '@lead-finder/users';
import { hostSettings, type HostSettings } from '../host.config.js';

/** `host seed`: fills a database with made-up users and leads, for benches and for trials with much data. */
export async function seed(args: string[], environment: Environment): Promise<void> {
  const { leadCount, userCount, password } = optionsOf(args);
  const [settings] = readSettings([hostSettings], environment) as [HostSettings];
  const server = settings.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: path.resolve(settings.DATA_DIR) });
  try {
    const url = settings.DATABASE_URL ?? server!.url;
    await bootstrapDatabase(url);
    const people = await inSchemaOf(users, url, (database) => seedUsers(database, userCount, password));
    console.log(
      `${people.length} people, seed1 to seed${people.length}; seed1 is an administrator. The password is ${password}`,
    );
    const startedAt = performance.now();
    const seconds = () => Math.max(1, Math.round((performance.now() - startedAt) / 1_000));
    const onProgress = (done: number) => {
      if (done % 100_000 === 0 || done === leadCount) console.log(`${count(done)} leads in ${seconds()} s`);
    };
    await inSchemaOf(leads, url, (database) => seedLeads(database, { count: leadCount, users: people, onProgress }));
    await Promise.all([1, 2].map(() => inSchemaOf(leads, url, rollUpSeeded)));
    await inSchemaOf(leads, url, (database) => packSeeded(database, leadCount));
    console.log(`Done in ${seconds()} s, totals included.`);
  } finally {
    await server?.stop();
  }
}

const count = (number: number) => number.toLocaleString('en-US');

function optionsOf(args: string[]) {
  const { values } = parse(args);
  const whole = (name: 'leads' | 'users', max: number) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1 || value > max)
      throw new StartError(`--${name} must be 1 to ${count(max)}`);
    return value;
  };
  const password = values.password ?? `${randomBytes(9).toString('base64url')}A1`;
  return { leadCount: whole('leads', 30_000_000), userCount: whole('users', 10_000), password };
}

function parse(args: string[]) {
  const options = {
    leads: { type: 'string', default: '1000' },
    users: { type: 'string', default: '10' },
    password: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nnpm run seed -- [--leads N] [--users M] [--password P]`);
  }
}

type Role = typeof leads;

async function inSchemaOf<T>(
  { name, entities, migrations }: Role,
  url: string,
  work: (database: Database) => Promise<T>,
) {
  const database = await openDatabase({ url, schema: name, entities, migrations, poolSize: 1 });
  try {
    // A step with many leads may take longer than the timeout of a request.
    await database.query(`set statement_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '1GB'`);
    return await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
