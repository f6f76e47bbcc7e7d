import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  checkSession,
  closePool,
  countOpenLeads,
  dropUserLeads,
  register,
  sessionDoubtful,
  sessionsRevoked,
  type SessionDoubtful,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import {
  eventually,
  fake,
  startTestService,
  TestClock,
  type Fake,
  type TestService,
  type TestServiceOptions,
} from '@lead-finder/testing';
import { users } from '../src/index.js';

export const origin = { address: '192.0.2.1', userAgent: 'spec' };
export const password = 'Correct-Horse-9';
export const minute = 60_000;

/** Starts the users service with its first administrator `ada`. */
export async function startUsers(
  environment: Record<string, string> = {},
  fakes: Fake[] = [],
  more: Pick<TestServiceOptions, 'hashCost'> = {},
) {
  const clock = new TestClock();
  const dropped: number[] = [];
  const dropping = fake(dropUserLeads, ({ userId }) => {
    dropped.push(userId);
    return { removed: 3 };
  });
  const open = fake(countOpenLeads, ({ userIds }) => userIds.map((userId) => ({ userId, leads: 2 })));
  const pooled = new Map<number, number>();
  const closing = fake(closePool, ({ teamId }) => ({ leads: pooled.get(teamId) ?? 0 }));
  const service = await startTestService(users, {
    environment,
    clock,
    fakes: [dropping, open, closing, ...fakes],
    ...more,
  });
  const revoked: SessionsRevoked['recent'] = [];
  const doubted: number[] = [];
  service.changeSignals.subscribe(sessionsRevoked, (signal) => revoked.push(...(signal as SessionsRevoked).recent));
  service.changeSignals.subscribe(sessionDoubtful, (signal) => doubted.push((signal as SessionDoubtful).userId));

  const call: TestService['call'] = (contract, actor, input, idempotencyKey, caller = {}) =>
    service.call(contract, actor, input, idempotencyKey, { address: origin.address, ...caller });
  const whoHas = async (token: string, used = true) => (await call(checkSession, null, { token, used })).actor;
  const first = await call(register, null, {
    username: 'ada',
    fullName: 'Ada Admin',
    email: 'ada@example.com',
    password,
    origin,
    loopbackOnly: true,
  });

  return {
    ...service,
    clock,
    call,
    whoHas,
    ada: await whoHas(first.token),
    adaToken: first.token,
    /** The users whose leads the leads service was asked to drop. */
    dropped,
    /** The leads in the pool of each team. */
    pooled,
    /** The published ends of sessions. */
    revoked,
    /** The users whose sessions gateways must check again. */
    doubted,
    /** Waits for that number of mails, and returns the newest. */
    mail: (count: number) =>
      eventually(async () => {
        const folder = path.join(service.dataDir, 'mail');
        const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
        if (files.length !== count) throw new Error(`${files.length} mails`);
        return (await readFile(path.join(folder, files.at(-1)!), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      }),
  };
}

export type UsersWorld = Awaited<ReturnType<typeof startUsers>>;
