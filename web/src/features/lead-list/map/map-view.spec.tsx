import { screen, waitFor, within } from '@testing-library/react';
import { people, refusal } from '../../../../test/fake-api';
import { fakePosition } from '../../../../test/fake-position';
import { renderApp } from '../../../../test/render-app';
import type { LeadMap } from '../api';
import { lead, uuidOf } from '../leads.fixture';
import { LeadServer } from '../lead-server.fixture';

const bounds = { west: -92.4, south: 34.7, east: -92.2, north: 34.8 };
const answer: Omit<LeadMap, 'sampled' | 'totalIsExact'> = {
  total: 30,
  withoutCoordinates: 2,
  bounds,
  clusters: [{ latitude: 34.78, longitude: -92.3, count: 27, bounds, statuses: { new: 20, closed_won: 7 } }],
  leads: [
    { id: 1, uuid: uuidOf(1), latitude: 34.75, longitude: -92.3, status: 'recontact', name: 'Pho Hanoi Kitchen' },
  ],
};
const profile = (facts: Parameters<typeof lead>[0]) => {
  const { userBusiness, ...parts } = lead(facts);
  return { ...parts, userBusiness: { ...userBusiness, notes: '' }, contactActivities: [] };
};

const open = (map: object = answer, address = '/crm?view=map') => {
  const api = new LeadServer([]).signedIn(people.user).on('GET /api/leads/map', map);
  return { api, ...renderApp(address) };
};

const screenOfTests = window.matchMedia;
afterEach(() => {
  window.matchMedia = screenOfTests;
});

describe('Map View', () => {
  it('first reads all leads, fits the map to them, and then reads the visible area', async () => {
    const { api } = open(answer, '/crm?view=map&state=AR');
    await screen.findByRole('region', { name: 'Map of leads' });
    await waitFor(() => expect(api.sent('GET /api/leads/map')).toHaveLength(2));
    const [overview, screenful] = api.sent('GET /api/leads/map');
    expect(Object.fromEntries(overview!.query)).toEqual({ state: 'AR', hideClosed: 'true' });
    expect(screenful?.query.get('bbox')).toMatch(/^-?\d+\.\d{5}(,-?\d+\.\d{5}){3}$/);
    expect(screenful?.query.get('zoom')).toBe('11');
    expect(api.sent('GET /api/admin/all-assignments')).toHaveLength(0);
  });

  it('counts the leads on the map, and links to those without coordinates', async () => {
    const { user, router } = open();
    expect(await screen.findByText('28 leads on the map')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '2 without coordinates are in the list only' }));
    await waitFor(() => expect(router.state.location.search).toBe('?unlocated=true'));
  });

  it('says if only a sample was counted', async () => {
    open(() => Response.json(answer, { headers: { 'X-Sampled': 'true' } }));
    expect(await screen.findByText('28 leads on the map. A part of them is drawn: zoom in to see each')).toBeVisible();
  });

  it('says if more leads than that were not counted', async () => {
    const headers = { 'X-Total-Count-Exact': 'false' };
    open(() => Response.json({ ...answer, total: 10_000, withoutCoordinates: 52 }, { headers }));
    expect(await screen.findByText('10,000+ leads')).toBeVisible();
    expect(screen.getByRole('button', { name: '52+ without coordinates are in the list only' })).toBeVisible();
  });

  it('explains the pins', async () => {
    open();
    const legend = within(await screen.findByRole('group', { name: 'Legend' }));
    for (const status of ['New', 'In Progress', 'Recontact', 'Closed (Won)', 'Closed (Lost)']) {
      expect(legend.getByText(status)).toBeVisible();
    }
  });

  it('opens a lead with the data of its profile', async () => {
    const { api, user } = open();
    api.on(
      'GET /api/business-profile-by-uuid/*',
      profile({ status: 'recontact', customFields: { email: 'a@b.example' } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Pho Hanoi Kitchen, Recontact' }));
    const popup = within(await screen.findByRole('dialog', { name: 'Pho Hanoi Kitchen' }));
    expect(await popup.findByText('1619 Rebsamen Park Rd, Little Rock, AR 72202, USA')).toBeVisible();
    expect(popup.getByText('Sam Okafor')).toBeVisible();
    expect(popup.getByRole('link', { name: '(501) 555-0199' })).toHaveAttribute('href', 'tel:5015550199');
    expect(popup.getByRole('link', { name: 'a@b.example' })).toBeVisible();
    expect(popup.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://phohanoi.example');
    expect(popup.getByRole('link', { name: 'Open in Maps' })).toBeVisible();
    expect(popup.getByRole('link', { name: 'View Profile' })).toHaveAttribute('href', `/business/uuid/${uuidOf(1)}`);
    await user.click(popup.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows markup in a name as the text that it is (ASVS 3.2.2)', async () => {
    const name = '<img src="x" alt="run"><b>Pho</b>';
    const { api, user } = open({ ...answer, leads: [{ ...answer.leads[0]!, name }] });
    api.on('GET /api/business-profile-by-uuid/*', profile({ business: { formattedAddress: name } }));
    await user.click(await screen.findByRole('button', { name: `${name}, Recontact` }));
    const popup = within(await screen.findByRole('dialog', { name }));
    await waitFor(() => expect(popup.getAllByText(name)).toHaveLength(2));
    expect(screen.queryByAltText('run')).not.toBeInTheDocument();
  });

  it('marks an imported lead in its popup and links no maps for it', async () => {
    const { api, user } = open();
    api.on('GET /api/business-profile-by-uuid/*', profile({ tags: ['Imported'] }));
    await user.click(await screen.findByRole('button', { name: 'Pho Hanoi Kitchen, Recontact' }));
    const popup = within(await screen.findByRole('dialog'));
    expect(await popup.findByText('Imported')).toBeVisible();
    expect(popup.queryByRole('link', { name: 'Open in Maps' })).not.toBeInTheDocument();
  });

  it('opens a lead by the keyboard and closes it by Escape', async () => {
    const { user } = open();
    (await screen.findByRole('button', { name: 'Pho Hanoi Kitchen, Recontact' })).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Pho Hanoi Kitchen' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows a cluster with its count, and says if zooming in does not split it', async () => {
    const here = { west: -92.3, south: 34.78, east: -92.3, north: 34.78 };
    const { user } = open({ ...answer, clusters: [{ ...answer.clusters[0]!, bounds: here }] });
    const cluster = await screen.findByRole('button', { name: '27 leads, zoom in' });
    expect(cluster).toHaveTextContent('27');
    await user.click(cluster);
    expect(await screen.findByText('27 leads at the same place')).toBeVisible();
  });

  it('says that there is no map data if no lead has coordinates', async () => {
    const { user } = open({ ...answer, total: 2, bounds: null, clusters: [], leads: [] });
    expect(await screen.findByRole('heading', { name: 'No Map Data Available' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the List' }));
    expect(await screen.findByText('No business assignment found')).toBeVisible();
  });

  it('moves to the device and marks it, on devices that are carried along', async () => {
    window.matchMedia = (media) => ({ ...screenOfTests(media), matches: media.includes('coarse') });
    fakePosition(40.55, -100.55);
    const { api, user, container } = open();
    await user.click(await screen.findByRole('button', { name: 'Near me' }));
    await waitFor(() => expect(api.sent('GET /api/leads/map').at(-1)?.query.get('bbox')).toMatch(/^-100\.\d+,40\./));
    expect(container.querySelector('.lf-here')).toBeInTheDocument();
  });

  it('offers no position of a desktop', async () => {
    open();
    await screen.findByRole('button', { name: 'Reset View' });
    expect(screen.queryByRole('button', { name: 'Near me' })).not.toBeInTheDocument();
  });

  it('says that the map could not be loaded, and tries again', async () => {
    const { api, user } = open(refusal(503, 'unavailable', 'The leads service is busy.'));
    expect(await screen.findByRole('heading', { name: 'The map could not be loaded' })).toBeVisible();
    api.on('GET /api/leads/map', answer);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('28 leads on the map')).toBeVisible();
  });

  describe('with territories', () => {
    const ring = [
      [-92.4, 34.7],
      [-92.2, 34.7],
      [-92.2, 34.8],
      [-92.4, 34.7],
    ];
    const square = { type: 'MultiPolygon', coordinates: [[ring]] };
    const own = { id: 9, name: 'Hillcrest', parent: null, priority: 2, zips: [], counties: [], states: [] };
    const features = [{ type: 'Feature', geometry: square, properties: own }];
    const openAs = (user: (typeof people)[keyof typeof people], shapes: object) => {
      const api = new LeadServer([]).signedIn(user).on('GET /api/leads/map', answer);
      api.on('GET /api/territories/names', { territories: [{ id: 9, name: 'Hillcrest', parentId: null }] });
      return { api: api.on('GET /api/territories/geojson', shapes), ...renderApp('/crm?view=map') };
    };

    it('draws their shapes for an administrator who asks, in their colours, and so the next time', async () => {
      const { api, user, unmount } = openAs(people.admin, { type: 'FeatureCollection', features });
      const button = await screen.findByRole('button', { name: 'Territories', pressed: false });
      expect(api.sent('GET /api/territories/geojson')).toHaveLength(0);
      await user.click(button);
      expect(await screen.findByText('2 Hillcrest')).toBeInTheDocument();
      expect(document.querySelectorAll('path.lf-territory.t1')).toHaveLength(1);
      unmount();
      renderApp('/crm?view=map');
      expect(await screen.findByText('2 Hillcrest')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Territories', pressed: true }));
      expect(screen.queryByText('2 Hillcrest')).not.toBeInTheDocument();
      expect(document.querySelectorAll('path.lf-territory')).toHaveLength(0);
    });

    it('says that none has a shape', async () => {
      const nowhere = { type: 'Feature', geometry: null, properties: own };
      const { user } = openAs(people.admin, { type: 'FeatureCollection', features: [nowhere] });
      await user.click(await screen.findByRole('button', { name: 'Territories' }));
      expect(await screen.findByText('No territory has a shape')).toBeVisible();
    });

    it('says that they could not be loaded', async () => {
      const { user } = openAs(people.admin, refusal(503, 'unavailable', 'The leads service is busy.'));
      await user.click(await screen.findByRole('button', { name: 'Territories' }));
      expect(await screen.findByText('The territories could not be loaded')).toBeVisible();
    });

    it('offers them to no other user, who may not read the shapes', async () => {
      openAs(people.user, { type: 'FeatureCollection', features });
      expect(await screen.findByText('28 leads on the map')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Territories' })).not.toBeInTheDocument();
    });
  });
});
