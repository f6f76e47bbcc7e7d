import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { CallerName } from '@lead-finder/contracts';
import { natsUsersConf, openLogger, redisDefaultUser, redisUserArguments, type NatsUser } from '@lead-finder/platform';
import { eventually } from '@lead-finder/testing';
import { connect } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { parse } from 'yaml';
import { podOf } from '../test/k8s/pod-rules.js';
import { render } from '../test/k8s/render.js';
import { titleOf } from '../test/k8s/strict-schema.js';
import { secret, startApart, type Apart } from '../test/start-apart.js';
import { restore } from './backup/restore.js';
import { backupUploads, restoreUploads } from './backup/uploads.js';

const workspace = new URL('../../../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, workspace), 'utf8');

let apart: Apart;
const warnings: string[] = [];
const log = openLogger('warn', { write: (line) => void warnings.push(line) });
beforeAll(async () => void (apart = await startApart(() => log)), 120_000);
afterAll(() => apart?.stop(), 120_000);

describe('with its own rights each service works', () => {
  it('users find, assign and work leads, and progress consumes the events', async () => {
    const { id, visitor } = await apart.createUser('sam');
    const { userBusiness } = await apart.lead(id);
    const stream = await fetch(`${apart.url}/api/events`, { headers: { cookie: visitor.cookie } });
    const received = readAll(stream);
    expect(
      (await visitor.send('PATCH', `/api/business-status/${userBusiness.id}`, { status: 'in_progress' })).status,
    ).toBe(200);
    await eventually(async () =>
      expect((await visitor.get<{ count: number }>('/api/weekly-contacts')).body.count).toBe(1),
    );
    await eventually(() => expect(received.text).toMatch(/event: lead[\s\S]*event: progress/));
    const { body } = await visitor.get<unknown[]>('/api/notifications');
    expect(body).toHaveLength(1);
    // Deleting the user ends the stream: the users service publishes ended sessions and calls leads.
    expect((await apart.ada.send('DELETE', `/api/users/${id}`)).status).toBe(204);
    await received.end;
  });

  it('imports, jobs and mails run', async () => {
    const { id, visitor } = await apart.createUser('alex');
    const form = new FormData();
    form.append('file', new Blob(['Business Name,User\nOne Works,alex\nTwo Works,unknown-user\n']), 'leads.csv');
    const { body } = await apart.ada.send<{ importResults: object }>('POST', '/api/businesses/import', form);
    expect(body.importResults).toMatchObject({ total: 2, successful: 1, failed: 1 });
    const job = await apart.ada.send<{ id: number }>('POST', '/api/bulk-jobs', {
      action: 'update-status',
      status: 'recontact',
      filter: { userId: id },
    });
    expect(job.status).toBeLessThan(300);
    await eventually(async () =>
      expect((await visitor.get<{ count: number }>('/api/weekly-contacts')).body.count).toBe(1),
    );
    await visitor.send('POST', '/api/auth/forgot-password', { email: 'alex@example.com' });
    await eventually(async () => expect(await readdir(path.join(apart.dataDir, 'mail'))).not.toHaveLength(0));
  });

  it('uploads are backed up and restored', async () => {
    const form = new FormData();
    form.append('file', new Blob(['Business Name,User\nThree Works,alex\n']), 'leads.csv');
    form.append('dryRun', 'true');
    const { body } = await apart.ada.send<{ fileId: string }>('POST', '/api/businesses/import', form);
    const folder = path.join(apart.dataDir, 'backup');
    const location = { NATS_URL: apart.natsUrlOf('backup') };
    await backupUploads([folder], location);
    await restoreUploads([folder], location);
    expect(await readdir(path.join(folder, 'files'))).toEqual([body.fileId]);
    await expect(restore([folder], location)).rejects.toThrow(/holds uploads only/);
    const again = new FormData();
    again.append('fileId', body.fileId);
    const imported = await apart.ada.send<{ importResults: object }>('POST', '/api/businesses/import', again);
    expect(imported.body.importResults).toMatchObject({ total: 1, failed: 0 });
  });

  it('no server rejects a call for a missing right', () =>
    expect(warnings.filter((line) => /permission|NOPERM/i.test(line))).toEqual([]));
});

function readAll(answer: Response) {
  const received = { text: '', end: Promise.resolve() };
  received.end = (async () => {
    for await (const chunk of answer.body as never as AsyncIterable<Uint8Array>)
      received.text += Buffer.from(chunk).toString();
  })();
  return received;
}

describe('NATS rejects', () => {
  const cases: [NatsUser, 'to publish' | 'to subscribe', string, string][] = [
    ['progress', 'to publish', 'leads.delete-lead', 'a request that it never sends'],
    ['gateway', 'to publish', 'leads.import-leads', 'what only imports asks'],
    ['places', 'to publish', 'events.progress.leads.status-changed', "another service's event"],
    ['imports', 'to publish', 'sessions.revoked', 'the word about ended sessions'],
    ['leads', 'to publish', 'files.some-upload.0', 'an upload'],
    ['leads', 'to publish', '$JS.API.STREAM.DELETE.EVENTS', 'to throw the events away'],
    ['leads', 'to publish', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.progress', "another's events"],
    ['leads', 'to subscribe', 'users.sign-in', "to answer in another's place"],
    ['progress', 'to subscribe', '_INBOX.users.>', "another's answers"],
    ['places', 'to subscribe', '>', 'everything'],
    ['backup', 'to publish', '$JS.API.STREAM.MSG.GET.EVENTS', 'an event'],
    ['backup', 'to publish', 'users.sign-in', 'a request'],
  ];

  it.each(cases)('%s %s %s: %s', async (user, way, subject) => {
    const connection = await connect({ servers: new URL(apart.natsUrlOf(user)).host, user, pass: secret });
    const refusals: string[] = [];
    const watching = (async () => {
      for await (const status of connection.status()) if (status.type === 'error') refusals.push(status.error.message);
    })();
    if (way === 'to publish') connection.publish(subject, '{}');
    else connection.subscribe(subject, { callback: () => undefined });
    await connection.flush();
    await eventually(() => expect(refusals.join()).toContain(`"${subject}"`));
    await connection.close();
    await watching;
  });

  it('a client without a password', async () => {
    await expect(connect({ servers: new URL(apart.natsUrlOf('leads')).host, reconnect: false })).rejects.toThrow(
      /Authorization/i,
    );
  });
});

describe('Redis rejects', () => {
  const as = (user: CallerName) =>
    new Redis(apart.redisUrlOf(user), { maxRetriesPerRequest: 0, retryStrategy: () => null });

  it("another service's queue, and commands that empty, list or configure the server", async () => {
    const leads = as('leads');
    await expect(leads.get('bull:mail:meta')).rejects.toThrow(/NOPERM/);
    await expect(leads.eval("return redis.call('del', 'bull:imports:wait')", 0)).rejects.toThrow(
      /NOPERM|permission|can't access/i,
    );
    await expect(leads.flushall()).rejects.toThrow(/NOPERM/);
    await expect(leads.keys('*')).rejects.toThrow(/NOPERM/);
    await expect(leads.config('GET', 'dir')).rejects.toThrow(/NOPERM/);
    expect(await leads.exists('bull:jobs-leads:meta')).toBe(1);
    leads.disconnect();
  });

  it('every command but a ping of a client without a password', async () => {
    const { host } = new URL(apart.redisUrlOf('leads'));
    const anonymous = new Redis(`redis://${host}`, {
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    expect(await anonymous.ping()).toBe('PONG');
    await expect(anonymous.get('bull:jobs-leads:meta')).rejects.toThrow(/NOPERM/);
    anonymous.disconnect();
  });
});

describe('PostgreSQL rejects', () => {
  it.each([
    ['leads', 'select * from users.users'],
    ['leads', 'delete from audit.entries'],
    ['progress', 'select * from leads.user_businesses'],
    ['users', "update leads.user_businesses set status = 'new'"],
    ['imports', 'drop table users.sessions'],
    ['places', 'set role lf_users'],
    ['places', 'create schema mine'],
  ] as const)('%s: %s', async (service, sql) => {
    const client = new Client({ connectionString: apart.databaseUrlOf(service) });
    await client.connect();
    await expect(client.query(sql)).rejects.toThrow(/permission denied/);
    await client.end();
  });
});

describe('the access files of the servers', () => {
  it('give the rights of the contracts on NATS', () =>
    expect(textOf('k8s/components/nats-users/users.conf')).toBe(natsUsersConf()));

  const from = (args: string[]) => args.slice(args.indexOf('--user'));

  it('give the rights of the queues on Redis, in compose and in the development overlay', async () => {
    const compose = parse(textOf('docker-compose.yml'), { merge: true }) as {
      services: { redis: { command: string[] } };
    };
    expect(from(compose.services.redis.command)).toEqual(
      redisUserArguments((user) => `\${REDIS_PASSWORD_${user.toUpperCase()}:-laptop-only}`),
    );
    const [redis] = (await render('k8s/overlays/dev')).filter((each) => titleOf(each) === 'StatefulSet/redis');
    expect(from(podOf(redis).containers[0].args as string[])).toEqual(
      redisUserArguments((user) => `$(REDIS_PASSWORD_${user.toUpperCase()})`),
    );
    expect(redisDefaultUser).toContain('-@all');
  });
});
