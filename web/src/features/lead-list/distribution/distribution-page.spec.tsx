import {
  type BulkJob,
  type DistributionPlan,
  planDefinition,
  type PlanPreview,
  type Territory,
} from '@lead-finder/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { leadProfile } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const { role: _role, email: _email, ...sam } = people.user;
const { role: __role, email: __email, ...dana } = people.admin;

const west: DistributionPlan = {
  id: 7,
  name: 'West',
  version: 3,
  definition: planDefinition.parse({
    source: { kind: 'import', importId: 5 },
    rules: [{ conditions: [{ kind: 'below-capacity', capacity: 80 }], share: 'round-robin' }],
    rest: { kind: 'stay' },
  }),
  changedBy: dana,
  changedAt: '2026-03-02T09:00:00.000Z',
  problem: null,
  lastJob: null,
  live: [],
  liveBy: null,
};
const preview = (part: Partial<PlanPreview> = {}): PlanPreview => ({
  leads: 100,
  assigned: 90,
  rest: 0,
  kept: { owned: 2, touched: 0, placed: 0 },
  rules: [{ share: 'round-robin', leads: 98, assigned: 90, eligible: 1 }],
  people: [{ ...sam, state: 'ready', before: 10, gets: 70, after: 80, capacity: 80, territories: ['Harlem'] }],
  points: [
    [34.7, -92.3, sam.id],
    [34.8, -92.2, sam.id],
  ],
  left: [{ rule: 1, reason: 'full', leads: 8, cure: { kind: 'raise', rule: 1, capacity: 88 } }],
  unfairness: 0.5,
  lookedAt: '2026-03-02T09:00:00.000Z',
  ground: { definition: 'x', runs: 0, leads: 100, leadsHash: 'y', people: [{ id: sam.id, load: 10, state: 'ready' }] },
  ...part,
});
const job: BulkJob = {
  id: 31,
  action: 'reassign',
  status: 'running',
  total: 90,
  done: 40,
  failed: 0,
  undone: 0,
  kept: 0,
  toStatus: null,
  newUser: null,
  plan: { id: 7, name: 'West', version: 3 },
  removedTags: [],
  addedTags: [],
  createdBy: dana,
  createdAt: '2026-03-02T09:00:00.000Z',
  finishedAt: null,
  undoableUntil: null,
};

const noLeads = { leads: 0, withoutTerritory: 0, withoutCoordinates: 0 };
const harlem: Territory = {
  id: 12,
  name: 'Harlem',
  parentId: null,
  priority: 1,
  corners: 0,
  bounds: null,
  zips: [],
  counties: [],
  states: [],
  userIds: [8],
  teamIds: [],
  overlaps: [],
  leads: 0,
  version: 4,
};

const world = (plans: DistributionPlan[]) =>
  new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/distribution-plans', () => Response.json(plans))
    .on('GET /api/bulk-jobs', [])
    .on('GET /api/imports', [])
    .on('GET /api/area-searches', { searches: [], provider: 'google', callsLeftToday: null })
    .on('GET /api/distribution-plans/waiting', [])
    .on('GET /api/users-for-reassignment', [{ ...sam, role: 'user' }])
    .on('GET /api/territories/names', { territories: [] })
    .on('GET /api/lead-facets', { states: [], counties: [], tags: [], users: [], pools: [] })
    .on('POST /api/distribution-plans/preview', preview());

describe('the page of distribution', () => {
  it('lists the plans with what is wrong, and removes one', async () => {
    const api = world([west, { ...west, id: 8, name: 'East', problem: 'There is no filter "size"' }]).on(
      'DELETE /api/distribution-plans/*',
      () => new Response(null, { status: 204 }),
    );
    const { user } = renderApp('/distribution');
    expect(await screen.findByRole('link', { name: 'West' })).toBeVisible();
    expect(screen.getByText('There is no filter "size"')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove East' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove East?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('East removed')).toBeVisible();
    expect(api.sent('DELETE /api/distribution-plans/8')).toHaveLength(1);
  });

  it('previews a plan, cures it, and assigns its leads', async () => {
    const plans = [west];
    const api = world(plans)
      .on('PATCH /api/distribution-plans/*', () => {
        const { definition } = api.sent('PATCH /api/distribution-plans/7')[0]!.body as Pick<
          DistributionPlan,
          'definition'
        >;
        plans[0] = { ...west, version: 4, definition };
        return Response.json(plans[0]);
      })
      .on('POST /api/distribution-plans/*/commit', () => Response.json(job, { status: 202 }));
    const { user } = renderApp('/distribution?plan=7');
    expect(await screen.findByRole('heading', { name: 'West v3' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Assign' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const table = await screen.findByRole('region', { name: 'People' });
    expect(within(table).getByText('+70')).toBeVisible();
    expect(within(table).getByText('Full')).toBeVisible();
    expect(within(table).getByText('Harlem')).toBeVisible();
    const map = await screen.findByRole('region', { name: 'Map of the preview' });
    expect(map.querySelectorAll(`.lf-plan-point.t${sam.id % 8}`)).toHaveLength(2);
    expect(screen.getByText(/^2 of 90 leads\./)).toBeVisible();
    expect(screen.getByText('Everybody of rule 1 is full')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Assign 90 leads' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Raise to 88 each' }));
    await waitFor(() => expect(api.sent('POST /api/distribution-plans/preview')).toHaveLength(2));
    expect(api.sent('POST /api/distribution-plans/preview')[1]!.body).toMatchObject({
      planId: 7,
      definition: { rules: [{ conditions: [{ kind: 'below-capacity', capacity: 88 }] }] },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Assign 90 leads' })).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    expect(await screen.findByRole('heading', { name: 'West v4' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Assign 90 leads' }));
    api.on('GET /api/bulk-jobs', [job]);
    const dialog = await screen.findByRole('dialog', { name: 'Assign 90 leads?' });
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText(/Distribute by West v3, 90 businesses: 40 done/)).toBeVisible();
    expect(api.sent('POST /api/distribution-plans/7/commit')[0]!.body).toEqual({ ground: preview().ground });
    // The progress comes before the editor, where the button of the assignment is.
    const editor = screen.getByRole('combobox', { name: 'Where the leads come from' });
    const jobs = screen.getByRole('region', { name: 'Bulk jobs' });
    expect(jobs.compareDocumentPosition(editor)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('asks before a link loses what is not saved', async () => {
    world([west]);
    const { user, router } = renderApp('/distribution?plan=7');
    await user.type(await screen.findByRole('textbox', { name: 'Name of the plan' }), ' and South');
    await user.click(screen.getByRole('link', { name: 'Back to the plans' }));
    const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(await dialog()).getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('textbox', { name: 'Name of the plan' })).toHaveValue('West and South');
    await act(() => router.navigate('/crm'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm'));
  });

  it('asks before it assigns the only lead', async () => {
    world([west]).on('POST /api/distribution-plans/preview', preview({ assigned: 1 }));
    const { user } = renderApp('/distribution?plan=7');
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Assign 1 lead' }));
    expect(await screen.findByRole('dialog', { name: 'Assign 1 lead?' })).toBeVisible();
  });

  it('puts a person on a territory that has none, and previews the plan as it stands in the editor', async () => {
    const left = [{ rule: 1, reason: 'nobody' as const, territory: 'Harlem', territoryId: 12, leads: 40, cure: null }];
    const api = world([west])
      .on('POST /api/distribution-plans/preview', preview({ left }))
      .on('GET /api/territories', { ...noLeads, territories: [harlem], people: [], teams: [], updating: false })
      .on('PATCH /api/territories/12', { ...harlem, userIds: [8, sam.id], version: 5 });
    const { user } = renderApp('/distribution?plan=7');
    await user.type(await screen.findByRole('textbox', { name: 'Name of the plan' }), ' and South');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Pick a person' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pick a person for Harlem' }));
    expect(dialog.getByRole('button', { name: 'Pick' })).toBeDisabled();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Person' }), sam.fullName);
    await user.click(dialog.getByRole('button', { name: 'Pick' }));
    await waitFor(() => expect(api.sent('POST /api/distribution-plans/preview')).toHaveLength(2));
    expect(api.sent('PATCH /api/territories/12')[0]!.body).toEqual({ userIds: [8, sam.id], version: 4 });
    expect(screen.getByRole('textbox', { name: 'Name of the plan' })).toHaveValue('West and South');
  });

  it('shows the six largest groups of what is left over, and all when asked', async () => {
    const left = Array.from({ length: 9 }, (_, index) => ({
      rule: 1,
      reason: 'nobody' as const,
      territory: `Territory ${index + 1}`,
      territoryId: index + 1,
      leads: 90 - index,
      cure: null,
    }));
    world([west]).on('POST /api/distribution-plans/preview', preview({ left }));
    const { user } = renderApp('/distribution?plan=7');
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    const card = within(await screen.findByRole('region', { name: 'Left over' }));
    expect(card.getAllByRole('listitem')).toHaveLength(6);
    await user.click(card.getByRole('button', { name: 'Show all 9 reasons' }));
    expect(card.getAllByRole('listitem')).toHaveLength(9);
  });

  it('says what changed since the preview', async () => {
    world([west]).on('POST /api/distribution-plans/*/commit', () =>
      refusal(409, 'ground_changed', 'Something changed', {
        issues: [{ path: `ground.people.${sam.id}`, message: 'Sam Okafor has 12 leads now and had 10 leads.' }],
      }),
    );
    const { user } = renderApp('/distribution?plan=7');
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Assign 90 leads' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Assign' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sam Okafor has 12 leads now and had 10 leads.');
  });

  it('shows another way to share beside the plan, and takes it over', async () => {
    const api = world([west]);
    const { user } = renderApp('/distribution?plan=7');
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Compare with another way to share' }),
      'Least loaded',
    );
    const table = await screen.findByRole('region', { name: 'A against B' });
    expect(within(table).getByText('B · Least loaded')).toBeVisible();
    expect(api.sent('POST /api/distribution-plans/preview')[1]!.body).toMatchObject({
      definition: { rules: [{ share: 'least-loaded' }] },
    });
    await user.click(within(table).getByRole('button', { name: 'Use B' }));
    expect(screen.getByRole('combobox', { name: 'Way to share of rule 1' })).toHaveValue('least-loaded');
  });

  it('builds a new plan by keyboard: rules, their order and their conditions', async () => {
    const api = world([]).on('POST /api/distribution-plans', () =>
      Response.json({ ...west, id: 9, name: 'South' }, { status: 201 }),
    );
    const { user } = renderApp('/distribution');
    await user.click(await screen.findByRole('link', { name: 'New plan' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the plan' }), 'South');
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    const second = screen.getByRole('listitem', { name: 'Rule 2' });
    await user.click(within(second).getByRole('button', { name: 'Add condition' }));
    await user.click(await within(second).findByRole('button', { name: 'Below capacity' }));
    const capacity = within(second).getByRole('spinbutton', { name: 'Fewer open leads than' });
    await user.clear(capacity);
    await user.type(capacity, '40');
    await user.click(screen.getByRole('button', { name: 'Move rule 2 up' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Everybody has those of the rules' }), sam.fullName);
    await user.type(screen.getByRole('spinbutton', { name: `Capacity of ${sam.fullName}` }), '9');
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    await waitFor(() => expect(api.sent('POST /api/distribution-plans')).toHaveLength(1));
    expect(api.sent('POST /api/distribution-plans')[0]!.body).toMatchObject({
      name: 'South',
      definition: {
        source: { kind: 'filter' },
        rules: [
          { conditions: [{ kind: 'below-capacity', capacity: 40 }], share: 'round-robin' },
          { conditions: [], share: 'round-robin' },
        ],
        rest: { kind: 'stay' },
        people: [{ userId: sam.id, capacity: 9, weight: 1 }],
      },
    });
  });

  it('answers what the plan would do with a lead', async () => {
    const why = 'Least loaded of 4 (62 of 80), rule 1, plan West v3';
    const api = world([west]).on('GET /api/distribution-plans/*/leads/*', { outcome: 'given', user: sam, why });
    const { user } = renderApp('/distribution?plan=7');
    const field = await screen.findByRole('textbox', { name: 'Name or number of a lead' });
    await user.type(field, '12{Enter}');
    expect(await screen.findByText(`${sam.fullName}: ${why}`)).toBeVisible();

    const lead = (id: number) => {
      const { userBusiness, ...rest } = leadProfile({ userBusiness: { id } });
      return { ...rest, userBusiness: { ...userBusiness, hasNotes: false }, match: null };
    };
    api.on('GET /api/leads/find', ({ query }) => (query.get('q') === 'harbor' ? [lead(12), lead(13)] : []));
    await user.clear(field);
    await user.type(field, 'harbor{Enter}');
    await user.click((await screen.findAllByRole('button', { name: 'Harbor Bakery (sam)' }))[1]!);
    expect(await screen.findByText(`${sam.fullName}: ${why}`)).toBeVisible();
    expect(api.sent('GET /api/distribution-plans/7/leads/13')).toHaveLength(1);
    await user.type(field, 's{Enter}');
    expect(await screen.findByText('No lead found')).toBeVisible();
  });

  it('switches a plan on and off for leads as they come in, and shows what waits with its reason', async () => {
    const plans = [west];
    const since = '2026-03-02T09:00:00.000Z';
    const part = { origin: 'imports' as const, plan: { id: 7, name: 'West' }, since };
    const api = world(plans)
      .on('GET /api/distribution-plans/waiting', [
        { ...part, rule: 1, territory: { id: 12, name: 'Harlem' }, reason: 'nobody', leads: 40 },
        { ...part, rule: 1, territory: null, reason: 'full', leads: 3 },
        { ...part, plan: null, rule: null, territory: null, reason: 'no-plan', leads: 2 },
      ])
      .on('PATCH /api/distribution-plans/*', () => {
        const { live } = api.sent('PATCH /api/distribution-plans/7').at(-1)!.body as Pick<DistributionPlan, 'live'>;
        plans[0] = { ...west, live, liveBy: dana };
        return Response.json(plans[0]);
      });
    const { user } = renderApp('/distribution');
    const all = within(await screen.findByRole('region', { name: 'Waiting' }));
    expect(all.getByText('No live plan takes them')).toBeVisible();
    expect(all.getByRole('link', { name: 'Pick a person' })).toHaveAttribute('href', '/territories?territory=12');
    await user.click(screen.getByRole('link', { name: 'West' }));
    const card = within(await screen.findByRole('region', { name: 'Live' }));
    expect(card.getByText('Off')).toBeVisible();
    expect(card.getByText('Everybody of rule 1 is full')).toBeVisible();
    expect(card.queryByText('No live plan takes them')).toBeNull();
    await user.click(card.getByRole('checkbox', { name: 'Imports' }));
    expect(await card.findByText('On')).toBeVisible();
    expect(card.getByText(/Switched on by Dana/)).toBeVisible();
    await user.click(card.getByRole('checkbox', { name: 'Whole-area searches' }));
    await waitFor(() =>
      expect(api.sent('PATCH /api/distribution-plans/7').map(({ body }) => body)).toEqual([
        { live: ['imports'] },
        { live: ['imports', 'area-searches'] },
      ]),
    );
    await user.click(screen.getByRole('link', { name: 'Back to the plans' }));
    expect(await screen.findByText('Live: Imports, Whole-area searches')).toBeVisible();
  });

  it('takes leads from the pool or a search of a whole area, and brings the rest to the pool', async () => {
    const search = {
      id: 4,
      businessType: 'dentist',
      location: 'Austin',
      keyword: null,
      radius: 5_000,
      provider: 'google',
      status: 'completed',
      budget: 60,
      calls: 60,
      found: 140,
      percentDone: 100,
      problem: null,
      createdBy: dana,
      createdAt: '2026-03-02T09:00:00.000Z',
      finishedAt: '2026-03-02T09:00:00.000Z',
    };
    const api = world([west]).on('GET /api/area-searches', {
      searches: [search],
      provider: 'google',
      callsLeftToday: null,
    });
    const { user } = renderApp('/distribution?plan=7');
    const source = await screen.findByRole('combobox', { name: 'Where the leads come from' });
    const previewed = async (count: number) => {
      await user.click(screen.getByRole('button', { name: 'Preview' }));
      await waitFor(() => expect(api.sent('POST /api/distribution-plans/preview')).toHaveLength(count));
      const { definition } = api.sent('POST /api/distribution-plans/preview').at(-1)!.body as DistributionPlan;
      return [definition.source, definition.rest];
    };
    await user.selectOptions(source, 'The pool');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Leads that no one gets' }), 'Go to the pool');
    expect(await previewed(1)).toEqual([{ kind: 'pool' }, { kind: 'pool' }]);
    await user.selectOptions(source, 'A whole-area search');
    expect(screen.getByRole('combobox', { name: 'Whole-area search' })).toHaveDisplayValue(/^dentist in Austin/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Leads that no one gets' }), 'Go to one person');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Person for the rest' }), sam.fullName);
    expect(await previewed(2)).toEqual([
      { kind: 'area-search', searchId: 4 },
      { kind: 'person', userId: sam.id },
    ]);
  });
});
