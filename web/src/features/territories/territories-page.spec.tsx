import type { Territory, TerritoryTree } from '@lead-finder/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const territory = (id: number, name: string, parentId: number | null, more: Partial<Territory> = {}): Territory => ({
  id,
  name,
  parentId,
  priority: 1,
  corners: 0,
  bounds: null,
  zips: [],
  counties: [],
  states: [],
  userIds: [],
  teamIds: [],
  overlaps: [],
  leads: 0,
  version: 4,
  ...more,
});
const bounds = { west: -92.4, south: 34.7, east: -92.2, north: 34.8 };
const hill = territory(2, 'Hillcrest', 1, { corners: 4, bounds, userIds: [3], overlaps: [3], leads: 1041 });
const river = territory(3, 'River Market', 1, { priority: 2, corners: 4, bounds, overlaps: [2], leads: 902 });
const rock = territory(1, 'Little Rock', null, { leads: 1943 });
const tree = (territories: Territory[] = [hill, river, rock], more: Partial<TerritoryTree> = {}): TerritoryTree => ({
  territories,
  people: [{ id: 3, username: 'sam', fullName: 'Sam Okafor', active: true }],
  teams: [{ id: 7, name: 'North', people: 4 }],
  leads: 2100,
  withoutTerritory: 157,
  withoutCoordinates: 31,
  updating: false,
  ...more,
});
const feature = ({ id, name, priority, zips, counties, states }: Territory) => ({
  type: 'Feature',
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-92.4, 34.7],
          [-92.2, 34.7],
          [-92.2, 34.8],
          [-92.4, 34.7],
        ],
      ],
    ],
  },
  properties: { id, name, parent: 'Little Rock', priority, zips, counties, states },
});

function open(address = '/territories', given = tree()) {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/territories', given)
    .on('GET /api/territories/geojson', { type: 'FeatureCollection', features: [hill, river].map(feature) })
    .on('GET /api/territories/*/overlaps', {
      overlaps: [{ id: 3, name: 'River Market', wins: true, leads: 214, leadsAreExact: true, places: [] }],
    })
    .on('GET /api/teams', { teams: [], managers: [], people: 0, withoutTeam: 0 })
    .on('GET /api/admin/users', [{ id: 3, username: 'sam', fullName: 'Sam Okafor', role: 'user' }]);
  return { api, ...renderApp(address) };
}
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('The page of territories', () => {
  it('says without territories what they are, and adds the first', async () => {
    const { api, user } = open('/territories', tree([], { leads: 2100, withoutTerritory: 0 }));
    api.on('POST /api/territories', rock);
    expect(await screen.findByText(/Nobody gets or loses a lead by it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add territory' }));
    const form = await dialog('Add territory');
    await user.click(form.getByRole('button', { name: 'Add territory' }));
    expect(await form.findByText('Please enter a name')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Little Rock');
    await user.type(form.getByLabelText('ZIP codes'), '72201 7220');
    await user.click(form.getByRole('button', { name: 'Add territory' }));
    expect(await form.findByText('A ZIP code has five digits')).toBeVisible();
    await user.type(form.getByLabelText('ZIP codes'), '2');
    await user.type(form.getByLabelText('US states'), 'Texas, ar');
    await user.selectOptions(form.getByLabelText('People'), 'Sam Okafor');
    await user.click(form.getByRole('button', { name: 'Add territory' }));
    await waitFor(() =>
      expect(api.sent('POST /api/territories')[0]?.body).toEqual({
        name: 'Little Rock',
        parentId: null,
        zips: ['72201', '72202'],
        states: ['AR', 'TX'],
        counties: [],
        userIds: [3],
        teamIds: [],
      }),
    );
  });

  it('shows the tree with numbers, who is on none, and how many leads are where', async () => {
    open();
    expect(await row('Little Rock')).toHaveAccessibleName('1 Little Rock 1 person 1,943 leads');
    expect(await row('Hillcrest')).toHaveAccessibleName('1 Hillcrest overlaps, 1 person 1,041 leads');
    expect(await row('River Market')).toHaveAccessibleName('2 River Market overlaps, None on it, 902 leads');
    expect(screen.getByText('1,943 of 2,100 leads in 3 territories')).toBeVisible();
    expect(screen.getByText('31 without coordinates')).toBeVisible();
    expect(await screen.findByText('2 River Market', { selector: '.lf-territory-name .cut' })).toBeInTheDocument();
  });

  it('says while leads are being assigned', async () => {
    open('/territories', tree([rock], { updating: true }));
    expect(await screen.findByText('Leads are being assigned to territories…')).toBeVisible();
  });

  it('shows the people and the overlap of the chosen one, and leads to the other and to its leads', async () => {
    const { user } = open('/territories?territory=2');
    const panel = within(await screen.findByRole('region', { name: /Hillcrest/ }));
    expect(panel.getByText('Sam Okafor')).toBeVisible();
    expect(panel.getByText('Drawn, 4 corners')).toBeVisible();
    expect(await panel.findByText(/214 leads lie in both; Hillcrest comes first/)).toBeVisible();
    expect(panel.getByRole('link', { name: 'Show 1,041 leads' })).toHaveAttribute('href', '/crm?territory=2');
    await user.click(panel.getByRole('button', { name: 'Show River Market' }));
    expect(await screen.findByText('Nobody is on it itself')).toBeVisible();
  });

  it('works by keyboard: arrows walk, Enter chooses, minus and plus change the number, M moves', async () => {
    const { api, user } = open();
    api.on('PATCH /api/territories/*', river);
    (await row('Little Rock')).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await screen.findByRole('heading', { name: '2 River Market' })).toBeVisible();
    await user.keyboard('-');
    await waitFor(() => expect(api.sent('PATCH /api/territories/3')[0]?.body).toEqual({ priority: 1, version: 4 }));
    (await row('River Market')).focus();
    await user.keyboard('+');
    await user.keyboard('m');
    const move = await dialog('Move territory');
    await user.selectOptions(move.getByLabelText('New parent'), 'None, at the top level');
    await user.click(move.getByRole('button', { name: 'Move territory' }));
    await waitFor(() =>
      expect(api.sent('PATCH /api/territories/3').at(-1)?.body).toEqual({ parentId: null, version: 4 }),
    );
    expect(api.sent('PATCH /api/territories/3')).toHaveLength(2);
  });

  it('keeps the focus in the tree: F2 edits, M moves out of the branch, Delete removes', async () => {
    const { api, user } = open('/territories?territory=3');
    api.on('PATCH /api/territories/*', { ...river, name: 'Riverside' });
    (await row('River Market')).focus();
    await user.keyboard('{F2}');
    const edit = await dialog('Edit territory');
    expect(edit.getByLabelText('Name')).toHaveFocus();
    api.on('GET /api/territories', tree([hill, { ...river, name: 'Riverside' }, rock]));
    await user.keyboard('{Control>}a{/Control}Riverside');
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/Riverside/));
    expect(api.sent('PATCH /api/territories/3')[0]?.body).toMatchObject({ name: 'Riverside' });
    await user.keyboard('{Delete}');
    const asked = await dialog('Remove territory');
    expect(asked.getByText(/^Its leads \(\d+\) go to the next territory/)).toBeVisible();
    api.on('DELETE /api/territories/3', null).on('GET /api/territories', tree([hill, rock]));
    await user.click(asked.getByRole('button', { name: 'Remove territory' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/Little Rock/));
    expect(await screen.findByRole('heading', { name: '1 Little Rock' })).toBeVisible();
  });

  it('shows a territory that was moved into a closed one, and focuses it', async () => {
    const delta = territory(5, 'Delta', null, { priority: 2 });
    const { api, user } = open('/territories', tree([hill, river, rock, delta]));
    api.on('PATCH /api/territories/*', { ...delta, parentId: 1 });
    (await row('Delta')).focus();
    expect(screen.queryByRole('treeitem', { name: /Hillcrest/ })).not.toBeInTheDocument();
    await user.keyboard('m');
    const move = await dialog('Move territory');
    await user.selectOptions(move.getByLabelText('New parent'), 'Little Rock');
    api.on('GET /api/territories', tree([hill, river, { ...delta, parentId: 1, priority: 3 }, rock]));
    await user.click(move.getByRole('button', { name: 'Move territory' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/Delta/));
    expect(await row('Hillcrest')).toBeVisible();
  });

  it('removes one, but not while others are below it', async () => {
    const { api, user } = open('/territories?territory=1');
    api.on('DELETE /api/territories/3', null);
    const remove = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
      await user.click(await screen.findByRole('button', { name: 'Remove territory' }));
      return dialog('Remove territory');
    };
    const refused = await remove('Little Rock');
    expect(refused.getByText('Little Rock still has 2 territories below it. Move them first.')).toBeVisible();
    expect(refused.getByRole('button', { name: 'Remove territory' })).toBeDisabled();
    await user.click(refused.getByRole('button', { name: 'Cancel' }));
    await user.click(await row('River Market'));
    const asked = await remove('River Market');
    await user.click(asked.getByRole('button', { name: 'Remove territory' }));
    await waitFor(() => expect(api.sent('DELETE /api/territories/3')).toHaveLength(1));
  });

  it('loads a file, and says which rule it breaks', async () => {
    const { api } = open();
    await row('Little Rock');
    const input = screen.getByLabelText('GeoJSON file');
    const choose = (text: string) => fireEvent.change(input, { target: { files: [new File([text], 'a.geojson')] } });
    api.on('POST /api/territories/geojson', { created: 2, changed: 1, unchanged: 0 });
    choose('{"type":1}');
    expect(await screen.findByText('2 territories added, 1 changed, 0 as before')).toBeVisible();
    expect(api.sent('POST /api/territories/geojson')[0]?.body).toEqual({ geojson: '{"type":1}' });
    const rule = 'Feature 4 (River): geometry: The shape has a hole.';
    api.on('POST /api/territories/geojson', refusal(400, 'validation_failed', rule));
    choose('{}');
    expect(await screen.findByText(rule)).toBeVisible();
    choose('x'.repeat(900_001));
    expect(await screen.findByText('It has more than 900,000 characters.')).toBeVisible();
  });

  it('draws a shape with the tools of the library', async () => {
    const { user } = open('/territories?territory=1');
    await user.click(await screen.findByRole('button', { name: 'Draw shape' }));
    const tools = await screen.findByRole('toolbar', { name: 'Drawing' });
    expect(within(tools).getByRole('button', { name: 'Draw a part' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('toolbar', { name: 'Drawing' })).not.toBeInTheDocument();
  });
});
