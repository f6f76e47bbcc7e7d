import { randomUUID } from 'node:crypto';
import { readWorkbookHead, writeWorkbook } from '@lead-finder/workbooks';
import { sharedSystem, type SharedSystem } from '../test/shared-system.js';

interface Entry {
  action: string;
  actor: string;
  details: Record<string, unknown>;
}

const rowsOf = (username: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Shop ${index} of ${username},${username}`);
const fileTypes = /^text\/csv$|spreadsheetml\.sheet$|x-ndjson$/;
/** A file of JSON lines has no header. */
const linesOf = (text: unknown) => {
  const lines = String(text).trim().split(/\r?\n/);
  return lines[0]!.startsWith('{') ? lines.length : lines.length - 1;
};

describe('the audit trail records each export with its user, filter and row count', () => {
  let system: SharedSystem;
  let importId: number;
  let placeId: string;

  beforeAll(async () => {
    system = await sharedSystem();
    for (const username of ['eve', 'kai']) await system.createUser(username);
    const form = new FormData();
    const rows = [...rowsOf('eve', 1_001), ...rowsOf('kai', 1_000), 'Shop,unknown', 'Shop 2,unknown'];
    form.append('file', new Blob([['Business Name,User', ...rows].join('\n')], { type: 'text/csv' }), 'leads.csv');
    ({ importId } = (await system.ada.send<{ importId: number }>('POST', '/api/businesses/import', form)).body);
    await system.eventually(async () => {
      const { body } = await system.ada.get<{ status: string }>(`/api/imports/${importId}`);
      if (body.status !== 'completed') throw new Error(body.status);
    });
    placeId = (await system.businesses(5))[0]!.placeId;
  }, 60_000);

  /** Returns the audit entries of one request and its response. */
  async function entriesOf(method: string, at: string, body?: unknown, visitor = system.ada) {
    const requestId = randomUUID();
    const answer = await visitor.send<unknown>(method, at, body, { 'x-request-id': requestId });
    expect(answer.status).toBe(200);
    return { answer, entries: (await system.ada.get<Entry[]>(`/api/audit?q=${requestId}`)).body };
  }

  const files: [
    route: string,
    call: () => [method: string, at: string, body?: unknown],
    action: string,
    filters: object,
  ][] = [
    [
      '/api/admin/all-assignments.csv',
      () => ['GET', '/api/admin/all-assignments.csv?status=new&q=shop'],
      'businesses_exported',
      { status: 'new', q: 'shop' },
    ],
    [
      '/api/admin/all-assignments.ndjson',
      () => ['GET', '/api/admin/all-assignments.ndjson?status=new&q=shop'],
      'businesses_exported',
      { status: 'new', q: 'shop' },
    ],
    [
      '/api/export-businesses',
      () => ['POST', '/api/export-businesses', { format: 'csv', placeIds: [placeId], location: 'Austin, TX' }],
      'businesses_exported',
      { location: 'Austin, TX' },
    ],
    [
      '/api/imports/{id}/errors.csv',
      () => ['GET', `/api/imports/${importId}/errors.csv`],
      'import_errors_exported',
      { fileName: 'leads.csv' },
    ],
    [
      '/api/imports/{id}/errors.ndjson',
      () => ['GET', `/api/imports/${importId}/errors.ndjson`],
      'import_errors_exported',
      { fileName: 'leads.csv' },
    ],
    [
      '/api/progress/export',
      () => ['GET', '/api/progress/export?table=members&week=2026-11-02'],
      'team_exported',
      { week: '2026-11-02' },
    ],
    [
      '/api/progress/export',
      () => ['GET', '/api/progress/export?table=days&from=2026-11-02&to=2026-11-04'],
      'team_exported',
      { table: 'days' },
    ],
    ['/api/progress/export', () => ['GET', '/api/progress/export?table=funnel'], 'team_exported', { table: 'funnel' }],
    [
      '/api/audit.csv',
      () => ['GET', '/api/audit.csv?action=user_created'],
      'audit_exported',
      { action: 'user_created' },
    ],
  ];

  it.each(files)('%s, a file: %#', async (_, call, action, filters) => {
    // Another spec may create a user of the shared system between the count and the rows.
    await system.eventually(async () => {
      const { answer, entries } = await entriesOf(...call());
      expect(entries).toMatchObject([{ action, actor: 'ada' }]);
      const { count, filters: asked, ...rest } = entries[0]!.details;
      expect({ ...rest, ...(asked as object) }).toMatchObject(filters);
      expect([count, linesOf(answer.body)]).toEqual([linesOf(answer.body), count]);
      expect(count).toBeGreaterThan(0);
    });
  });

  it('/api/imports/{id}/errors.xlsx, a workbook as the one that was sent', async () => {
    const header = ['Business Name', 'User', 'Notes'];
    const failed = [
      ['Sheet Shop', 'unknown', '=1+1'],
      ['', 'ada', '007'],
    ];
    async function* rows() {
      yield [header, ['Good Sheet Shop', 'ada', ''], ...failed];
    }
    const form = new FormData();
    form.append('file', await new Response(writeWorkbook(rows())).blob(), 'leads.xlsx');
    const { body } = await system.ada.send<{ importId: number }>('POST', '/api/businesses/import', form);
    const requestId = randomUUID();
    const answer = await fetch(`${system.url}/api/imports/${body.importId}/errors.xlsx`, {
      headers: { cookie: system.ada.cookie, 'x-request-id': requestId },
    });
    expect(answer.headers.get('content-type')).toMatch(fileTypes);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const read = async (at: number, length: number) => bytes.slice(at, at + length);
    const head = await readWorkbookHead({ size: bytes.length, read }, 10);
    expect(head.rows.map(({ cells }) => cells)).toEqual([
      [...header, 'Row', 'Reason'],
      [...failed[0]!, '3', "Unknown user 'unknown'"],
      [...failed[1]!, '4', 'Business Name is required'],
    ]);
    const entries = (await system.ada.get<Entry[]>(`/api/audit?q=${requestId}`)).body;
    const details = { import: body.importId, fileName: 'leads.xlsx', count: 2 };
    expect(entries).toMatchObject([{ action: 'import_errors_exported', actor: 'ada', details }]);
  });

  it('covers every route that returns a file', async () => {
    const { paths } = (
      await system.ada.get<{
        paths: Record<string, Record<string, { responses?: Record<string, { content?: object }> }>>;
      }>('/api/openapi.json')
    ).body;
    const answersFile = (call: { responses?: Record<string, { content?: object }> }) =>
      Object.keys(call.responses?.['200']?.content ?? {}).some((type) => fileTypes.test(type));
    const found = Object.entries(paths)
      .filter(([, calls]) => Object.values(calls).some(answersFile))
      .map(([route]) => route);
    const testedApart = [
      '/api/export-requests/{id}/leads.csv',
      '/api/export-requests/{id}/leads.ndjson',
      '/api/imports/{id}/errors.xlsx',
    ];
    expect(found.sort()).toEqual([...new Set([...files.map(([route]) => route), ...testedApart])].sort());
  });

  it.each(['q=of eve', 'q=of eve&imported=true&hideClosed=true'])(
    '/api/admin/all-assignments?%s, a list of more than 1,000 leads',
    async (query) => {
      const { answer, entries } = await entriesOf('GET', `/api/admin/all-assignments?${query}`);
      const { length: count } = answer.body as object[];
      expect(count).toBe(1_001);
      expect(entries).toMatchObject([{ action: 'leads_listed', actor: 'ada', details: { scope: 'all', count } }]);
    },
  );

  it('does not record a list of 1,000 leads, and records one of 1,001', async () => {
    for (const [username, at, count] of [
      ['kai', '/api/my-businesses', 1_000],
      ['eve', '/api/user-businesses', 1_001],
    ] as const) {
      const visitor = system.visitor();
      await visitor.signIn(username);
      const { answer, entries } = await entriesOf('GET', at, undefined, visitor);
      expect(answer.body).toHaveLength(count);
      expect(entries.map(({ action, actor, details }) => [action, actor, details.count])).toEqual(
        count > 1_000 ? [['leads_listed', username, count]] : [],
      );
    }
  });

  it('does not record an export that is rejected', async () => {
    const requestId = randomUUID();
    const { status } = await system.ada.get('/api/progress/export?table=days&from=1&to=2', {
      'x-request-id': requestId,
    });
    expect(status).toBe(400);
    expect((await system.ada.get<Entry[]>(`/api/audit?q=${requestId}`)).body).toEqual([]);
  });
});
