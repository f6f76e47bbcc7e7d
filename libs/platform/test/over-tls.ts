// A process of its own, because Node.js reads NODE_EXTRA_CA_CERTS only at its start. Prints outcomes as JSON.
import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { NatsLink } from '../src/bus/nats-link.js';
import { runInContext, until } from '../src/context/request-context.js';
import { bootstrapDatabase } from '../src/database/bootstrap.js';
import { openDatabase } from '../src/database/open-database.js';
import { openBullQueues } from '../src/jobs/bull-queues.js';
import { openLogger, type Logger } from '../src/logging/logger.js';
import { SmtpMail } from '../src/mail/smtp-mail.js';

export type Server = 'PostgreSQL' | 'NATS' | 'Redis' | 'mail' | 'mail after STARTTLS';
export type Outcomes = Partial<Record<Server, string[]>>;

async function mail(url: string): Promise<void> {
  const transport = new SmtpMail(url, 'Lead Finder <no-reply@leads.example>');
  try {
    await transport.send({ id: 'one', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  } finally {
    transport.close();
  }
}

const uses: Record<Server, (url: string, log: Logger) => Promise<void>> = {
  PostgreSQL: async (url) => {
    await bootstrapDatabase(url, ['leads']);
    const database = await openDatabase({ url, schema: 'leads', entities: [], migrations: [], poolSize: 1 });
    // The service's role may not read the connections of the login.
    await database.query('set role none');
    const [row] = await database.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    const overdue = until(performance.now() + 50, { requestId: 'overdue' });
    const sleep = () => database.query('select pg_sleep(60)').catch((error: Error) => error.message);
    const ending = await runInContext(overdue, sleep);
    await database.dataSource.destroy();
    if (ending !== 'canceling statement due to user request') throw new Error(`Not cancelled: ${String(ending)}`);
    if (!row!.ssl) throw new Error('The connection is not encrypted');
  },
  NATS: async (url, log) => {
    const link = await NatsLink.open(url, log);
    await link.connection.rtt();
    await link.close();
  },
  Redis: async (url, log) => {
    const jobs = await openBullQueues({ redisUrl: url }, log);
    await jobs.enqueue('mail', 'send', {});
    await jobs.close();
  },
  mail,
  'mail after STARTTLS': mail,
};

async function outcomeOf(server: Server, url: string): Promise<string> {
  const said: string[] = [];
  const log = openLogger('warn', { write: (line) => void said.push(line) });
  const isSaid = async () => {
    while (said.length === 0) await pause(20);
    throw new Error('It waits');
  };
  try {
    await Promise.race([uses[server](url, log), isSaid()]);
    return 'done';
  } catch (error) {
    return [String(error), ...said].join(' ');
  }
}

const addresses = JSON.parse(process.argv[2]!) as Partial<Record<Server, string[]>>;
const outcomes = Object.entries(addresses).map(async ([server, urls]) => [
  server,
  await Promise.all(urls.map((url) => outcomeOf(server as Server, url))),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(outcomes))), () => process.exit());
