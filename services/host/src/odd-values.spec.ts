import { sharedSystem, type SharedSystem } from '../test/shared-system.js';
import type { Visitor } from '../test/visitor.js';

const forge = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
const at = '2026-03-02 09:00:00.123456+00';
const oddMoments = [
  '----------',
  '0000-01-01 00:00:00+00',
  '2026-02-30 00:00:00+00',
  '99999-01-01 00:00:00+00',
  '::::::::::',
];
const oddIds = [2 ** 53, 1.5, -1, '1', null];
/** Invalid cursors that a client may send. */
const forgedFor = {
  list: [
    ...oddMoments.map((assignedAt) => ({ assignedAt, id: 1, began: at, sort: 'newest' })),
    ...oddMoments.map((began) => ({ assignedAt: at, id: 1, began, sort: 'newest' })),
    ...oddIds.map((id) => ({ assignedAt: at, id, began: at, sort: 'newest' })),
    { assignedAt: at, id: 1, began: at, sort: 'oldest' },
  ],
  queue: [
    ...oddMoments.map((moment) => ({ part: 'due', at: moment, id: 1 })),
    ...oddIds.map((id) => ({ part: 'due', at, id })),
    { part: 'x', at, id: 1 },
  ],
  timeline: [...oddMoments.map((moment) => [moment, 'edit-1']), [at, 'a\0b'], [at], [1, 2]],
};

describe('an odd value', () => {
  let system: SharedSystem;
  let ada: Visitor;
  let lead: number;
  beforeAll(async () => {
    system = await sharedSystem();
    ada = system.ada;
    const { id: userId } = await system.createUser('olga');
    const [business] = await system.businesses(1);
    const { body } = await ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', {
      userId,
      businessId: business!.id,
    });
    lead = body.userBusiness.id;
  });

  const refused = (field: string) => ({
    status: 400,
    body: { code: 'validation_failed', issues: [expect.objectContaining({ path: field })] },
  });

  it.each([
    ['/api/my-businesses?sort=newest', 'list'],
    ['/api/admin/all-assignments?sort=newest', 'list'],
    ['/api/my-day', 'queue'],
    ['/api/lead-timeline/{lead}', 'timeline'],
    ['/api/audit', 'audit'],
  ] as const)('as a forged cursor of %s is rejected by its name', async (path, kind) => {
    const forged = kind === 'audit' ? ['1_', '1_x', '9'.repeat(400)] : forgedFor[kind].map(forge);
    for (const cursor of [...forged, '----------', '%00', 'e30', 'bnVsbA', '1_2_3'].map((each) =>
      each === '%00' ? each : encodeURIComponent(each),
    )) {
      const answer = await ada.get(
        `${path.replace('{lead}', String(lead))}${path.includes('?') ? '&' : '?'}pageSize=10&cursor=${cursor}`,
      );
      expect({ cursor, ...answer }).toMatchObject({ cursor, ...refused('cursor') });
    }
  });

  it.each([
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2201-01-01',
    '275760-09-13',
    '-000001-01-01',
    '9999999-01-01',
    '2026-02-30',
    'tomorrow',
  ])('as a day, %s, is rejected by its field', async (day) => {
    expect(await ada.get(`/api/progress/leads?kind=contacts&from=${day}&to=${day}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await ada.get(`/api/audit?from=${day}T00:00:00Z`)).toMatchObject(refused('from'));
    expect(
      await ada.send('POST', `/api/contact-activity/${lead}`, {
        type: 'call',
        notes: 'x',
        scheduledAt: `${day}T09:00:00Z`,
      }),
    ).toMatchObject(refused('scheduledAt'));
  });

  it.each(['1900-01-01', '2200-12-31'])('is not %s, the first or the last valid day', async (day) => {
    expect((await ada.get(`/api/audit?from=${day}T00:00:00Z`)).status).toBe(200);
    expect((await ada.get(`/api/audit.csv?to=${day}T00:00:00Z`)).status).toBe(200);
  });
});
