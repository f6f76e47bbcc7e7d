import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import type { Visitor } from '../test/visitor.js';

type Send = (
  method: string,
  at: string,
  body?: unknown,
  visitor?: Visitor,
) => Promise<{ status: number; body: unknown }>;
interface Entry {
  at: string;
  actor: string;
  action: string;
  address: string;
  requestId: string;
}

describe('the audit trail records who did what, when, from where and by which request', () => {
  let system: SharedSystem;
  let ann: { id: number; visitor: Visitor };
  let places: { id: number; placeId: string }[];
  let used = 0;

  beforeAll(async () => {
    system = await sharedSystem();
    ann = await system.createUser('ann');
    places = await system.businesses(20);
  });

  const adaId = async () => (await system.ada.get<{ id: number }>('/api/user')).body.id;
  const lead = async () => {
    const assignment = { userId: ann.id, businessId: places[used++]!.id, uuid: randomUUID() };
    return (await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', assignment)).body
      .userBusiness.id;
  };
  const file = () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([`Business Name,User\nShop ${randomUUID()},ann\n`], { type: 'text/csv' }),
      'leads.csv',
    );
    return form;
  };
  const account = (username: string) => ({ username, email: `${username}@example.com`, fullName: 'Some Body' });
  /** The actors of failed actions: a visitor without a session, and a user with a wrong present password. */
  const refused = ['', 'max'];
  const newUser = async () => (await system.createUser(`user${++used}`)).id;
  const otherSession = async (username: string) => {
    const visitor = system.visitor();
    await visitor.signIn(username);
    return (await visitor.get<{ id: string; current: boolean }[]>('/api/sessions')).body.find(({ current }) => current)!
      .id;
  };
  const wrong = { username: 'kim', password: 'wrong-one' };
  const token = (to: string) =>
    system.eventually(async () => {
      const folder = path.join(system.dataDir, 'mail');
      const mails = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
      const mail = mails.find((text) => text.includes(`To: ${to}`))!;
      return /token=([\w-]+)/.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))![1]!;
    });

  it.each<[action: string, actor: string, act: (send: Send) => Promise<unknown>]>([
    [
      'sign_in',
      'ann',
      (send) => send('POST', '/api/login', { username: 'ann', password: 'Correct-Horse-9' }, system.visitor()),
    ],
    [
      'sign_in_failed',
      '',
      (send) => send('POST', '/api/login', { username: 'ann', password: 'wrong-one' }, system.visitor()),
    ],
    [
      'account_locked',
      '',
      async (send) => {
        await system.createUser('kim');
        for (let failure = 1; failure <= 5; failure++) await send('POST', '/api/login', wrong, system.visitor());
      },
    ],
    [
      'password_reset',
      'lee',
      async (send) => {
        const { visitor } = await system.createUser('lee');
        await visitor.send('POST', '/api/auth/forgot-password', { email: 'lee@example.com' });
        const reset = { token: await token('lee@example.com'), password: 'Other-Horse-8' };
        await send('POST', '/api/auth/reset-password', reset, system.visitor());
      },
    ],
    [
      'password_changed',
      'pat',
      async (send) => {
        const { visitor } = await system.createUser('pat');
        await send(
          'POST',
          '/api/user/change-password',
          { currentPassword: 'Correct-Horse-9', newPassword: 'Other-Horse-8' },
          visitor,
        );
      },
    ],
    [
      'password_changed',
      'max',
      async (send) => {
        const { visitor } = await system.createUser('max');
        await send(
          'POST',
          '/api/user/change-password',
          { currentPassword: 'wrong-one', newPassword: 'Other-Horse-8' },
          visitor,
        );
      },
    ],
    ['user_changed', 'ada', async (send) => send('PUT', `/api/users/${await newUser()}`, account('renamed'))],
    [
      'password_set',
      'ada',
      async (send) => send('POST', `/api/users/${await newUser()}/reset-password`, { newPassword: 'Other-Horse-8' }),
    ],
    [
      'session_ended',
      'ann',
      async (send) => send('DELETE', `/api/sessions/${await otherSession('ann')}`, undefined, ann.visitor),
    ],
    [
      'session_ended',
      'ada',
      async (send) => send('DELETE', `/api/users/${ann.id}/sessions/${await otherSession('ann')}`),
    ],
    ['user_sessions_ended', 'ada', async (send) => send('POST', `/api/users/${await newUser()}/sessions/end-all`)],
    ['user_deleted', 'ada', async (send) => send('DELETE', `/api/users/${await newUser()}`)],
    [
      'businesses_exported',
      'ann',
      (send) => send('POST', '/api/export-businesses', { format: 'csv', placeIds: [places[0]!.placeId] }, ann.visitor),
    ],
    ['businesses_exported', 'ann', (send) => send('GET', '/api/admin/all-assignments.csv', undefined, ann.visitor)],
    ['audit_exported', 'ada', (send) => send('GET', '/api/audit.csv')],
    ['import_started', 'ada', (send) => send('POST', '/api/businesses/import', file())],
    [
      'import_undone',
      'ada',
      async (send) => {
        const { importId } = (await system.ada.send<{ importId: number }>('POST', '/api/businesses/import', file()))
          .body;
        await send('POST', `/api/imports/${importId}/undo`);
      },
    ],
    [
      'lead_deleted',
      'ann',
      async (send) => send('DELETE', `/api/business/${await lead()}/delete`, undefined, ann.visitor),
    ],
    ['leads_deleted', 'ada', async (send) => send('POST', '/api/bulk/delete', { ids: [await lead()] })],
    [
      'leads_restored',
      'ada',
      async (send) => {
        const ids = [await lead()];
        await send('POST', '/api/bulk/delete', { ids });
        return send('POST', '/api/admin/deleted-leads/restore', { ids });
      },
    ],
    [
      'lead_reassigned',
      'ann',
      async (send) => send('POST', `/api/reassign-business/${await lead()}`, { newUserId: await adaId() }, ann.visitor),
    ],
    [
      'leads_reassigned',
      'ada',
      async (send) => send('POST', '/api/bulk/reassign', { ids: [await lead()], newUserId: await adaId() }),
    ],
  ])('%s by %s', async (action, actor, act) => {
    const requestId = randomUUID();
    const began = Date.now();
    await act(async (method, at, body, visitor = system.ada) => {
      const answer = await visitor.send<unknown>(method, at, body, { 'x-request-id': requestId });
      expect(answer.status).toBeLessThan(refused.includes(actor) ? 402 : 300);
      return answer;
    });
    const [entry] = await system.eventually(async () => {
      const { body } = await system.ada.get<Entry[]>(`/api/audit?action=${action}&q=${requestId}`);
      if (body.length !== 1) throw new Error(`${body.length} entries`);
      return body;
    });
    const outcome = refused.includes(actor) ? 'refused' : 'done';
    expect(entry).toMatchObject({ action, actor, outcome, requestId, address: expect.stringMatching(/127\.0\.0\.1/) });
    expect(Date.parse(entry!.at)).toBeGreaterThanOrEqual(began - 1);
    expect(Date.parse(entry!.at)).toBeLessThanOrEqual(Date.now());
  });
});
