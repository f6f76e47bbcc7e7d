import { startSystem, type System } from '../test/start-system.js';
import type { SignedInUser } from '../test/route-targets.js';

interface Entry {
  action: string;
  actor: string;
  details: Record<string, unknown>;
}
const rowsOf = (username: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Shop ${index} of ${username},${username}`);
const linesOf = (text: unknown) => String(text).trim().split('\r\n').length - 1;
const file = '/api/admin/all-assignments.csv';

describe('an export above the number of the organisation', () => {
  let system: System;
  let sam: SignedInUser;
  let ben: SignedInUser;
  const send = async <T>(sender: SignedInUser['visitor'], method: string, path: string, body?: object) => {
    const answer = await sender.send<T & { code?: string; message?: string }>(method, path, body);
    return { ...answer, code: answer.body?.code };
  };
  const ask = async (filter: object, user = sam) =>
    (await send<{ id: number }>(user.visitor, 'POST', '/api/export-requests', { filter })).body.id;
  const exported = async (): Promise<Record<string, unknown>[]> =>
    (await system.ada.get<Entry[]>('/api/audit?action=businesses_exported')).body.map(({ actor, details }) => ({
      actor,
      ...details,
    }));

  beforeAll(async () => {
    system = await startSystem('over NATS and Redis');
    sam = await system.createUser('sam');
    ben = await system.createUser('ben', 'admin');
    const form = new FormData();
    const rows = [...rowsOf('sam', 130), ...rowsOf('ben', 20)];
    form.append('file', new Blob([['Business Name,User', ...rows].join('\n')], { type: 'text/csv' }), 'leads.csv');
    const { body } = await system.ada.send<{ importId: number }>('POST', '/api/businesses/import', form);
    await system.eventually(async () => {
      const { status } = (await system.ada.get<{ status: string }>(`/api/imports/${body.importId}`)).body;
      if (status !== 'completed') throw new Error(status);
    });
  }, 60_000);
  afterAll(() => system.stop());

  it('goes as before until an administrator sets a number', async () => {
    expect(linesOf((await sam.visitor.get(file)).body)).toBe(130);
    expect((await system.ada.send('PUT', '/api/export-rule', { maxLeads: 110 })).status).toBe(200);
  });

  it('is refused as a file and as a list without pages, and pages go on', async () => {
    const jsonLines = file.replace('.csv', '.ndjson');
    for (const path of [file, jsonLines, '/api/my-businesses', '/api/admin/all-assignments?userId=' + sam.id])
      expect(await send(sam.visitor, 'GET', path)).toMatchObject({ status: 403, code: 'export_needs_approval' });
    expect((await sam.visitor.get<object[]>('/api/my-businesses?pageSize=100')).body).toHaveLength(100);
    expect(await exported()).toHaveLength(1);
  });

  it('carries who asked and who allowed in the audit trail, and has the leads that were asked for', async () => {
    const id = await ask({ q: 'Shop' });
    const address = `/api/export-requests/${id}/leads.csv`;
    expect(await send(sam.visitor, 'GET', address)).toMatchObject({ status: 409, code: 'export_request_ended' });
    await send(ben.visitor, 'POST', `/api/export-requests/${id}/decide`, { allowed: true });
    expect((await send(system.ada, 'GET', address)).status).toBe(404);
    const answer = await sam.visitor.get(`${address}?q=ignored`);
    expect([answer.status, linesOf(answer.body)]).toEqual([200, 130]);
    const jsonLines = await sam.visitor.get(`${address.replace('.csv', '.ndjson')}?q=ignored`);
    expect([jsonLines.status, String(jsonLines.body).trim().split('\n').length]).toEqual([200, 130]);
    const record = { actor: 'sam', askedBy: 'sam', allowedBy: 'ben', exportRequest: id, count: 130 };
    expect((await exported()).slice(0, 2)).toMatchObject([record, record]);
    expect((await exported())[0]!.filters).toMatchObject({ q: 'Shop' });
    for (const [action, actor] of [
      ['export_rule_changed', 'ada'],
      ['export_requested', 'sam'],
      ['export_allowed', 'ben'],
    ])
      await system.eventually(async () =>
        expect((await system.ada.get<Entry[]>(`/api/audit?action=${action}`)).body).toMatchObject([{ actor }]),
      );
  });

  it('is counted together with the small ones before it', async () => {
    expect((await ben.visitor.get(`${file}?userId=${ben.id}&q=Shop`)).status).toBe(200);
    expect((await ben.visitor.get(`${file}?q=Shop 1 of`)).status).toBe(200);
    const last = await send(ben.visitor, 'GET', `${file}?q=of sam`);
    expect(last).toMatchObject({ status: 403, code: 'export_needs_approval' });
    expect(last.body.message).toContain('130 leads, after 22 leads in the last 24 hours');
  });

  it('of a user who is deactivated or gets another role meanwhile ends', async () => {
    const states = async () =>
      (await system.ada.get<{ state: string; user: { id: number } }[]>('/api/export-requests')).body
        .filter(({ user }) => user.id === sam.id)
        .map(({ state }) => state);
    await ask({});
    await system.ada.send('POST', `/api/users/${sam.id}/set-active-status`, { active: false });
    await system.eventually(async () => expect(await states()).toEqual(['withdrawn', 'withdrawn']));
    await system.ada.send('POST', `/api/users/${sam.id}/set-active-status`, { active: true });
    await sam.visitor.signIn('sam');
    const [{ id }] = (await sam.visitor.get<{ id: number }[]>('/api/export-requests')).body as [{ id: number }];
    expect((await sam.visitor.get(`/api/export-requests/${id}/leads.csv`)).status).toBe(409);
  });
});
