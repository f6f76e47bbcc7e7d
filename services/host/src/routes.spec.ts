import { randomUUID } from 'node:crypto';
import { password, startSystem, type System, type Visitor } from '../test/start-system.js';

/** Who sends: nobody, the owner of the lead, another user, a manager, an admin. */
type Who = 'nobody' | 'owner' | 'other' | 'manager' | 'admin';
type Row = [route: string, body: object | undefined, expected: Record<Who, number>];

const lead = (owner: number, manager = 403) => ({ nobody: 401, owner, other: 403, manager, admin: owner });
const everybody = (status: number) => ({ nobody: 401, owner: status, other: status, manager: status, admin: status });
const admins = (status: number) => ({ nobody: 401, owner: 403, other: 403, manager: 403, admin: status });
const leaders = (status: number) => ({ nobody: 401, owner: 403, other: 403, manager: status, admin: status });
const open = (status: number) => ({ nobody: status, owner: status, other: status, manager: status, admin: status });

// {id} and {uuid} are a lead of the owner's, fresh for each row; {user} is somebody to be managed.
const rows: Row[] = [
  ['GET /api/business-profile/{id}', undefined, lead(200)],
  ['GET /api/business-profile-by-uuid/{uuid}', undefined, lead(200)],
  ['GET /api/assignment-history/{id}', undefined, lead(200)],
  ['GET /api/assignment-history-by-uuid/{uuid}', undefined, lead(200)],
  ['PATCH /api/business-viewed/{id}', {}, lead(200)],
  ['PATCH /api/business-viewed-by-uuid/{uuid}', {}, lead(200)],
  ['POST /api/business-view/{id}', undefined, lead(200)],
  ['PATCH /api/business-status/{id}', { status: 'recontact' }, lead(200)],
  ['PATCH /api/business-status-by-uuid/{uuid}', { status: 'recontact' }, lead(200)],
  ['PATCH /api/business-custom-fields/{id}', { customFields: { contactPerson: 'Pat' } }, lead(200)],
  ['PATCH /api/business-custom-fields-by-uuid/{uuid}', { customFields: { contactPerson: 'Pat' } }, lead(200)],
  ['PATCH /api/business-notes/{id}', { notes: 'Call in May' }, lead(200)],
  ['PATCH /api/business-notes-by-uuid/{uuid}', { notes: 'Call in May' }, lead(200)],
  ['POST /api/contact-activity/{id}', { type: 'call', notes: 'Spoke' }, lead(201)],
  ['POST /api/contact-activity-by-uuid/{uuid}', { type: 'call', notes: 'Spoke' }, lead(201)],
  ['POST /api/business-tag/{id}', { tag: 'Spring' }, lead(200)],
  ['POST /api/business-tag-by-uuid/{uuid}', { tag: 'Spring' }, lead(200)],
  ['DELETE /api/business-tag/{id}/a%2Fb', undefined, lead(200)],
  ['DELETE /api/business-tag-by-uuid/{uuid}/a%2Fb', undefined, lead(200)],
  ['POST /api/reassign-business/{id}', { newUserId: '{user}' }, lead(200, 200)],
  ['POST /api/reassign-business-by-uuid/{uuid}', { newUserId: '{user}' }, lead(200, 200)],
  ['POST /api/business/{id}/archive', undefined, lead(200)],
  ['POST /api/business-by-uuid/{uuid}/archive', undefined, lead(200)],
  ['POST /api/business/{id}/restore', undefined, lead(200)],
  ['POST /api/business-by-uuid/{uuid}/restore', undefined, lead(200)],
  ['POST /api/business/{id}/mark-existing-customer', undefined, lead(200)],
  ['POST /api/business-by-uuid/{uuid}/mark-existing-customer', undefined, lead(200)],
  ['POST /api/business/{id}/unmark-existing-customer', undefined, lead(200)],
  ['POST /api/business-by-uuid/{uuid}/unmark-existing-customer', undefined, lead(200)],
  ['DELETE /api/business/{id}/delete', undefined, lead(200)],
  ['DELETE /api/business-by-uuid/{uuid}/delete', undefined, lead(200)],
  ['GET /api/lead-timeline/{id}', undefined, lead(200)],
  ['GET /api/lead-timeline-by-uuid/{uuid}', undefined, lead(200)],
  ['POST /api/lead-outcome/{id}', { notes: 'No answer', status: 'recontact' }, lead(200)],
  ['POST /api/lead-outcome-by-uuid/{uuid}', { notes: 'No answer', status: 'recontact' }, lead(200)],
  ['POST /api/lead-outcome/{id}/undo', undefined, lead(409)],
  ['POST /api/lead-outcome-by-uuid/{uuid}/undo', undefined, lead(409)],
  ['PATCH /api/contact-activity/999999', { outcome: 'Done' }, everybody(404)],
  ['GET /api/my-day', undefined, everybody(200)],
  ['GET /api/next-lead?from=my-day', undefined, everybody(200)],
  ['GET /api/admin/all-assignments', undefined, everybody(200)],
  ['GET /api/admin/all-assignments/archived', undefined, everybody(200)],
  ['GET /api/admin/all-assignments.csv', undefined, everybody(200)],
  ['GET /api/my-businesses', undefined, everybody(200)],
  ['GET /api/my-businesses/archived', undefined, everybody(200)],
  ['GET /api/user-businesses', undefined, everybody(200)],
  ['GET /api/lead-facets', undefined, everybody(200)],
  ['GET /api/leads/map', undefined, everybody(200)],
  ['GET /api/all-tags', undefined, everybody(200)],
  ['POST /api/bulk/archive', { ids: ['{id}'] }, everybody(200)],
  ['POST /api/bulk/restore', { ids: ['{id}'] }, everybody(200)],
  ['POST /api/bulk/delete', { ids: ['{id}'] }, everybody(200)],
  ['POST /api/bulk/update-status', { ids: ['{id}'], status: 'recontact' }, everybody(200)],
  ['POST /api/bulk/reassign', { ids: ['{id}'], newUserId: '{user}' }, everybody(200)],
  ['POST /api/bulk-jobs', { action: 'archive', filter: { q: 'no such name' } }, everybody(400)],
  ['GET /api/bulk-jobs', undefined, everybody(200)],
  ['POST /api/bulk-jobs/999999/cancel', undefined, everybody(404)],
  ['POST /api/bulk-jobs/999999/undo', undefined, everybody(404)],
  ['POST /api/search-businesses', { businessType: 'dentist', location: 'Austin, TX' }, everybody(200)],
  ['POST /api/area-searches', { businessType: 'dentist', location: 'Atlantis', budget: 1 }, admins(202)],
  ['GET /api/area-searches', undefined, admins(200)],
  ['GET /api/area-searches/999999', undefined, admins(404)],
  ['GET /api/area-searches/999999/results', undefined, admins(404)],
  ['POST /api/area-searches/999999/stop', undefined, admins(404)],
  ['POST /api/area-searches/999999/continue', { budget: 1 }, admins(404)],
  ['POST /api/export-businesses', { format: 'csv', placeIds: ['{place}'] }, everybody(200)],
  ['GET /api/users-for-reassignment', undefined, everybody(200)],
  ['GET /api/admin/users', undefined, admins(200)],
  ['GET /api/users', undefined, admins(200)],
  ['POST /api/users', { username: '{new}', email: '{new}@example.com', fullName: 'New One', password }, admins(201)],
  ['PUT /api/users/{user}', { username: '{new}', email: '{new}@example.com', fullName: 'New Name' }, admins(200)],
  ['POST /api/users/{user}/reset-password', { newPassword: 'Other-Horse-8' }, admins(200)],
  ['POST /api/users/{user}/unlock', undefined, admins(200)],
  ['POST /api/users/{user}/set-active-status', { active: true }, admins(200)],
  ['GET /api/users/{user}/lead-count', undefined, admins(200)],
  ['DELETE /api/users/{user}', undefined, admins(204)],
  ['GET /api/audit', undefined, admins(200)],
  ['GET /api/audit.csv', undefined, admins(200)],
  ['GET /api/imports', undefined, admins(200)],
  ['GET /api/imports/1', undefined, admins(404)],
  ['GET /api/imports/1/errors.csv', undefined, admins(404)],
  ['POST /api/imports/1/cancel', undefined, admins(404)],
  ['POST /api/imports/1/undo', undefined, admins(404)],
  ['GET /api/weekly-contacts', undefined, everybody(200)],
  ['GET /api/today-contacts', undefined, everybody(200)],
  ['GET /api/team-progress', undefined, leaders(200)],
  ['GET /api/team-progress-weekly', undefined, leaders(200)],
  ['GET /api/team-progress-last-week', undefined, leaders(200)],
  ['GET /api/progress/leads?from=2026-11-01&to=2026-11-30', undefined, leaders(200)],
  ['GET /api/progress/leads?kind=overdue', undefined, leaders(200)],
  ['GET /api/progress/weeks', undefined, leaders(200)],
  ['GET /api/progress/days?from=2026-11-01&to=2026-11-30', undefined, leaders(200)],
  ['GET /api/progress/funnel', undefined, leaders(200)],
  ['GET /api/progress/brief', undefined, leaders(200)],
  ['GET /api/progress/export', undefined, leaders(200)],
  ['GET /api/notifications', undefined, everybody(200)],
  ['GET /api/notifications/settings', undefined, everybody(200)],
  ['PATCH /api/notifications/settings', { follow_up: true }, everybody(200)],
  ['POST /api/notifications/read-all', undefined, everybody(200)],
  ['POST /api/notifications/999999/read', undefined, everybody(404)],
  ['GET /api/sessions', undefined, everybody(200)],
  ['GET /api/user', undefined, everybody(200)],
  ['GET /api/setup', undefined, open(200)],
  ['GET /api/settings', undefined, open(200)],
  ['GET /api/openapi.json', undefined, open(200)],
  ['GET /api/docs', undefined, open(200)],
  ['GET /healthz', undefined, open(200)],
  ['GET /readyz', undefined, open(200)],
  ['POST /api/register', { username: '{new}', email: '{new}@example.com', fullName: 'New One', password }, open(403)],
  ['POST /api/login', { username: 'nobody-there', password: 'wrong-one' }, open(401)],
  ['POST /api/auth/forgot-password', { email: 'nobody@example.com' }, open(200)],
  ['GET /api/auth/verify-reset-token/made-up', undefined, open(400)],
  ['POST /api/auth/reset-password', { token: 'made-up', password: 'Other-Horse-8' }, open(400)],
  ['GET /api/nothing-here', undefined, open(404)],
];

describe('every route answers each role as decided', () => {
  let system: System;
  let visitors: Record<Who, Visitor>;
  let ownerId: number;
  let places: { id: number; placeId: string }[];
  let used = 0;

  beforeAll(async () => {
    system = await startSystem('inside one process');
    const [owner, other, manager] = await Promise.all([system.person('owner'), system.person('other'), system.person('boss', 'manager')]);
    ownerId = owner.id;
    visitors = { nobody: system.visitor(), owner: owner.visitor, other: other.visitor, manager: manager.visitor, admin: system.ada };
    const found = await Promise.all(['dentist', 'plumber', 'bakery', 'florist'].map((type) => system.businesses(60, type)));
    places = found.flat();
  }, 60_000);
  afterAll(() => system.stop(), 30_000);

  /** A lead of the owner's that nobody has changed, and somebody to be managed. */
  async function fresh() {
    const place = places[used++]!;
    const uuid = randomUUID();
    const name = `p${used}-${Date.now() % 100_000}`;
    const assigned = await system.ada.send<{ userBusiness: { id: number } }>('POST', '/api/assign-business', { userId: ownerId, businessId: place.id, uuid, tags: ['a/b'] });
    const made = await system.ada.send<{ id: number }>('POST', '/api/users', { username: name, email: `${name}@example.com`, fullName: 'Some Body', password });
    return { id: assigned.body.userBusiness.id, uuid, user: made.body.id, place: place.placeId, new: `n${name}` };
  }
  const filled = (text: string, values: Record<string, string | number>) =>
    text.replace(/"\{(id|user)\}"/g, (_, key: string) => String(values[key])).replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

  it.each(rows)('%s', async (route, body, expected) => {
    const values = await fresh();
    const [method, path] = filled(route, values).split(' ') as [string, string];
    const sent = body && (JSON.parse(filled(JSON.stringify(body), values)) as object);
    // Those who are refused go first: what they sent must have changed nothing. A failed sign-in alone is counted.
    const order = (['nobody', 'other', 'manager', 'owner', 'admin'] as Who[]).sort((a, b) => expected[b] - expected[a]);
    const refused = order.filter((who) => expected[who] >= 400);
    const before = await system.fingerprint();
    for (const who of order) {
      const isFirstDone = expected[who] < 300 && method !== 'GET' && order.indexOf(who) > order.findIndex((each) => expected[each] < 300);
      const again = isFirstDone ? await fresh() : values;
      const [, ownPath] = filled(route, again).split(' ') as [string, string];
      const ownBody = body && (JSON.parse(filled(JSON.stringify(body), again)) as object);
      const answer = await visitors[who].send(method, isFirstDone ? ownPath : path, isFirstDone ? ownBody : sent);
      expect(`${who}: ${answer.status}`).toBe(`${who}: ${expected[who]}`);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
      if (who === refused.at(-1) && route !== 'POST /api/login') expect(await system.fingerprint()).toEqual(before);
    }
  }, 60_000);

  it.each([
    ['GET /api/business-profile/abc', 400],
    ['GET /api/business-profile/1e3', 400],
    ['GET /api/business-profile/99999999', 404],
    ['GET /api/business-profile-by-uuid/not-a-uuid', 400],
    [`GET /api/business-profile-by-uuid/${randomUUID()}`, 404],
    ['PATCH /api/business-status/99999999', 404],
    ['POST /api/users/99999999/unlock', 404],
    ['DELETE /api/users/abc', 400],
    ['DELETE /api/contact-activity/99999999', 404],
    ['GET /api/admin/all-assignments?page=0', 400],
    ['GET /api/admin/all-assignments?pageSize=101', 400],
    ['GET /api/admin/all-assignments?status=qualified', 400],
  ])('%s answers %i', async (route, status) => {
    const [method, path] = route.split(' ') as [string, string];
    const answer = await system.ada.send(method, path, method === 'PATCH' ? { status: 'new' } : undefined);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ message: expect.any(String), code: status === 400 ? 'validation_failed' : 'not_found' });
  });

  it('has a row for every path of the description but streams, uploads and sign-out', async () => {
    const { body } = await system.ada.get<{ paths: Record<string, object> }>('/api/openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    const shape = (route: string) => route.replace(/\?.*/, '').replace(/\{\w+\}|\/1(?=\/|$)|\/999999(?=\/|$)|made-up|a%2Fb/g, (part) => (part.startsWith('/') ? '/*' : '*'));
    const covered = new Set(rows.map(([route]) => shape(route)));
    const apart = [
      'GET /api/events', 'POST /api/businesses/import', 'POST /api/logout', 'POST /api/assign-business',
      'POST /api/sessions/end-others', 'POST /api/user/change-password', 'DELETE /api/contact-activity/*', 'GET /api/docs/*', 'GET /api/docs/start.js',
    ];
    expect(described.map(shape).filter((route) => !covered.has(route) && !apart.includes(route))).toEqual([]);
  });
});
