import { randomUUID } from 'node:crypto';
import type { BulkResult, LeadListRecord, SearchResponse } from '@lead-finder/contracts';
import { startSystem, type System } from '../test/start-system.js';
import type { Visitor } from '../test/visitor.js';

type Refused = { message: string; code: string; issues: { path: string; message: string }[] };

describe('search, lists and bulk actions (docs/product/lead-list.md, docs/product/finding.md)', () => {
  let system: System;
  let sam: { id: number; visitor: Visitor };
  let alex: { id: number; visitor: Visitor };
  let everything: LeadListRecord[];
  const leads = '/api/admin/all-assignments';
  const read = (query: string, visitor = system.ada, at = leads) => visitor.get<LeadListRecord[]>(`${at}?${query}`);
  const ids = (records: LeadListRecord[]) => records.map(({ userBusiness }) => userBusiness.id);

  beforeAll(async () => {
    system = await startSystem('inside one process');
    sam = await system.createUser('sam');
    alex = await system.createUser('alex');
    const businesses = await system.businesses(40);
    const statuses = ['new', 'in_progress', 'recontact', 'closed_won', 'closed_lost'];
    for (const [index, { id }] of businesses.entries()) {
      const body = {
        userId: index % 3 ? sam.id : alex.id,
        businessId: id,
        uuid: randomUUID(),
        tags: index % 4 ? [] : ['Hot', 'a/b'],
      };
      const { body: made } = await system.ada.send<{ userBusiness: { id: number } }>(
        'POST',
        '/api/assign-business',
        body,
      );
      const lead = made.userBusiness.id;
      await system.ada.send('PATCH', `/api/business-status/${lead}`, { status: statuses[index % 5] });
      if (index % 7 === 3) await system.ada.send('POST', `/api/business/${lead}/archive`);
      if (index % 9 === 4) await system.ada.send('POST', `/api/business/${lead}/mark-existing-customer`);
    }
    everything = (await read('archived=any&existingCustomers=true')).body;
  }, 90_000);
  afterAll(() => system.stop(), 30_000);

  const isClosed = ({ userBusiness }: LeadListRecord) => userBusiness.status.startsWith('closed');
  const isActive = ({ userBusiness }: LeadListRecord) => !userBusiness.archived && !userBusiness.existingCustomer;
  const isArchived = ({ userBusiness }: LeadListRecord) => userBusiness.archived && !userBusiness.existingCustomer;
  const named = (part: string) => (each: LeadListRecord) =>
    isActive(each) && each.business.name.toLowerCase().includes(part);
  const filters: [string, (each: LeadListRecord) => boolean][] = [
    ['', isActive],
    ['hideClosed=true', (each) => isActive(each) && !isClosed(each)],
    ['status=closed_won&hideClosed=true', (each) => isActive(each) && each.userBusiness.status === 'closed_won'],
    [
      'status=new&status=recontact',
      (each) => isActive(each) && ['new', 'recontact'].includes(each.userBusiness.status),
    ],
    ['archived=true', isArchived],
    ['archived=any', ({ userBusiness }) => !userBusiness.existingCustomer],
    ['existingCustomers=true', ({ userBusiness }) => !userBusiness.archived],
    ['imported=true', () => false],
    ['imported=false', isActive],
    ['tag=HOT', (each) => isActive(each) && each.userBusiness.tags.includes('Hot')],
    ['tag=hot&tag=nothing', (each) => isActive(each) && each.userBusiness.tags.includes('Hot')],
    [
      'tag=a%2Fb&status=new',
      (each) => isActive(each) && each.userBusiness.tags.includes('a/b') && each.userBusiness.status === 'new',
    ],
    ['state=TX', isActive],
    ['state=CA', () => false],
    ['q=ENT', named('ent')],
    ['q=de', (each) => isActive(each) && /\bde/i.test(each.business.name)],
    ['q=%25', () => false],
    ['q=dent&hideClosed=true', (each) => named('dent')(each) && !isClosed(each)],
  ];

  it.each(filters)('filters on the server: %s', async (query, expected) => {
    const matching = ids(everything.filter(expected));
    const whole = await read(query);
    expect(ids(whole.body)).toEqual(matching);
    expect(whole.headers.get('x-total-count')).toBe(String(matching.length));
    const paged = await read(`${query}&page=1&pageSize=5`);
    expect(ids(paged.body)).toEqual(matching.slice(0, 5));
    expect(paged.headers.get('x-total-count')).toBe(String(matching.length));
    const oldest = await read(`${query}&sort=oldest`);
    expect(ids(oldest.body)).toEqual([...matching].reverse());
  });

  it('shows other users only their own leads, whatever the query', async () => {
    const own = ids(everything.filter((each) => isActive(each) && each.user?.id === sam.id));
    for (const at of [leads, '/api/my-businesses', '/api/user-businesses'])
      expect(ids((await read('', sam.visitor, at)).body)).toEqual(own);
    expect((await read(`userId=${alex.id}`, sam.visitor)).body).toEqual([]);
    const archived = ids(everything.filter((each) => isArchived(each) && each.user?.id === sam.id));
    for (const at of [`${leads}/archived`, '/api/my-businesses/archived'])
      expect(ids((await read('', sam.visitor, at)).body)).toEqual(archived);
    expect((await read('', system.ada, '/api/my-businesses')).body).toEqual([]);
  });

  it('returns facets and map in their exact shapes', async () => {
    const facets = await system.ada.get<Record<string, object[]>>(
      '/api/lead-facets?existingCustomers=true&archived=any',
    );
    expect(Object.keys(facets.body)).toEqual(['states', 'counties', 'tags', 'users', 'pools']);
    expect(facets.body).toMatchObject({
      states: [{ value: 'TX', count: 40 }],
      tags: [
        { value: 'a/b', count: 10 },
        { value: 'Hot', count: 10 },
      ],
    });
    expect(facets.body.users![0]).toEqual({ id: sam.id, fullName: 'sam Example', username: 'sam', count: 26 });
    const map = await system.ada.get<Record<string, object[]>>('/api/leads/map?zoom=19&bbox=-180,-85,180,85');
    expect(map.body).toMatchObject({ total: everything.filter(isActive).length, withoutCoordinates: 0 });
    expect(Object.keys(map.body.leads![0]!)).toEqual(['id', 'uuid', 'latitude', 'longitude', 'status', 'name']);
    expect([map.body.sampled, facets.headers.get('x-sampled'), map.headers.get('x-sampled')]).toEqual([
      undefined,
      null,
      null,
    ]);
  });

  it('pages by cursor there and back over the same records as the whole list, without note texts', async () => {
    const paged: LeadListRecord[] = [];
    const pageAt = (cursor: string) => read(`pageSize=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    let page = await pageAt('');
    expect(page.headers.get('x-previous-cursor')).toBeNull();
    paged.push(...page.body);
    for (let next; (next = page.headers.get('x-next-cursor')); paged.push(...page.body)) page = await pageAt(next);
    expect(ids(paged)).toEqual(ids(everything.filter(isActive)));
    const back = [...page.body];
    for (let previous; (previous = page.headers.get('x-previous-cursor')); back.unshift(...page.body))
      page = await pageAt(previous);
    expect(ids(back)).toEqual(ids(paged));
    expect(paged.every(({ userBusiness }) => 'hasNotes' in userBusiness && !('notes' in userBusiness))).toBe(true);
  });

  it.each(['sort=x', 'archived=maybe', 'hideClosed=1', 'userId=abc', 'pageSize=101', 'page=0', 'cursor=made-up'])(
    'rejects %s',
    async (query) => {
      const answer = await system.ada.get<Refused>(`${leads}?${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', issues: [{ path: query.split('=')[0] }] },
      });
    },
  );

  it.each([
    ['delete', {}, 'ids', 'No items selected'],
    ['delete', undefined, 'ids', 'No items selected'],
    ['delete', null, '', expect.any(String)],
    ['archive', { ids: [] }, 'ids', 'No items selected'],
    ['restore', { ids: 'x' }, 'ids', 'No items selected'],
    ['update-status', { ids: [1], status: 'qualified' }, 'status', expect.any(String)],
    ['reassign', { ids: [], newUserId: 1 }, 'ids', 'No businesses selected for reassignment'],
    ['reassign', { ids: [1] }, 'newUserId', 'Please select a user to reassign to'],
    ['archive', { ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }, 'ids', 'At most 1,000 items at once'],
  ])('rejects a bulk %s of %.40j', async (action, body, path, message) => {
    const answer = await sam.visitor.send<Refused>('POST', `/api/bulk/${action}`, body);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
  });

  it('runs a bulk action on the leads that the user may change and counts the rest as failed', async () => {
    const [own] = ids(everything.filter(({ user }) => user?.id === sam.id));
    const [other] = ids(everything.filter(({ user }) => user?.id === alex.id));
    const answer = await sam.visitor.send<BulkResult>('POST', '/api/bulk/update-status', {
      ids: [own, other, 999_999],
      status: 'recontact',
    });
    expect(answer.body.results).toMatchObject({
      success: 1,
      failed: 2,
      errors: [{ id: other, message: expect.any(String) }, { id: 999_999 }],
    });
    const moved = await sam.visitor.send<BulkResult>('POST', '/api/bulk/reassign', {
      ids: [own],
      newUserId: alex.id,
      notes: ' Holiday ',
    });
    expect(moved.body).toMatchObject({
      message: '1 business reassigned',
      results: { success: 1, failed: 0, errors: [] },
    });
  });

  it('names the job that undoes a bulk action in a header, also if the request is repeated', async () => {
    const [own] = ids(everything.filter((each) => each.user?.id === alex.id && isActive(each)));
    const archive = () =>
      alex.visitor.send<BulkResult>('POST', '/api/bulk/archive', { ids: [own] }, { 'idempotency-key': 'archive once' });
    const first = await archive();
    const jobId = first.headers.get('x-bulk-job');
    expect(jobId).toMatch(/^\d+$/);
    expect(first.body).toEqual({
      message: '1 business archived',
      results: { success: 1, failed: 0, errors: [] },
    });
    expect((await archive()).headers.get('x-bulk-job')).toBe(jobId);
    const again = await alex.visitor.send('POST', '/api/bulk/archive', { ids: [own] });
    expect(again.headers.get('x-bulk-job')).toBeNull();
    expect(await alex.visitor.send('POST', `/api/bulk-jobs/${jobId}/undo`)).toMatchObject({
      status: 202,
      body: { status: 'undone', undone: 1, kept: 0 },
    });
    expect((await alex.visitor.get('/api/bulk-jobs')).body).toEqual([]);
  });

  const search = (changes: object) =>
    system.ada.send<SearchResponse & Refused>('POST', '/api/search-businesses', {
      businessType: 'bakery',
      location: 'Austin, TX',
      ...changes,
    });
  it.each([
    [{ businessType: undefined, location: '' }, 'businessType', 'Business type is required'],
    [{ location: undefined }, 'location', 'Location is required'],
    [{ page: 0 }, 'page', 'Page must be at least 1'],
    [{ pageSize: 4 }, 'pageSize', expect.any(String)],
    [{ radius: 50_001 }, 'radius', 'Radius must be at most 50000'],
    [{ maxPrice: 5 }, 'maxPrice', expect.any(String)],
    [{ sortBy: 'x' }, 'sortBy', 'Sort by must be one of relevance, distance, rating, prominence'],
    [{ maxResults: 101 }, 'maxResults', expect.any(String)],
    [{ openNow: 'maybe' }, 'openNow', 'Must be true or false'],
  ])('rejects a search with %j', async (changes, path, message) => {
    expect(await search(changes)).toMatchObject({
      status: 400,
      body: { issues: expect.arrayContaining([{ path, message }]) },
    });
  });

  it('names what an export lacks, also without a body', async () => {
    expect(await system.ada.send<Refused>('POST', '/api/export-businesses')).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: 'format', message: 'Format must be csv' },
          { path: 'placeIds', message: 'Please select at least one business' },
        ],
      },
    });
  });

  it('searches page by page, each business once, and finds nothing at an unknown location', async () => {
    expect((await search({})).body).toMatchObject({
      page: 1,
      pageSize: 20,
      totalCount: 20,
      totalPages: 1,
      nextPageToken: null,
    });
    const found: number[] = [];
    let nextPageToken: string | null | undefined;
    for (let page = 1; nextPageToken !== null; page++) {
      const { body } = await search({ maxResults: 50, page, nextPageToken });
      expect(body).toMatchObject({ page, totalCount: 50 });
      found.push(...body.businesses.map(({ id }) => id));
      nextPageToken = body.nextPageToken;
    }
    expect([found.length, new Set(found).size]).toEqual([50, 50]);
    expect(await search({ location: 'Nowhereville Qqq' })).toMatchObject({
      status: 200,
      body: { businesses: [], totalCount: 0 },
    });
  });
});
