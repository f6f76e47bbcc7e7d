import type { Territory, TerritoryFeature, TerritoryTree } from '@lead-finder/contracts';
import type { Page } from 'playwright-core';
import type { Screen } from '../scene.js';
import { clickButton, dialog, mockError, mockResponse, openPage, waitForText } from '../page-actions.js';

type Corner = [number, number];
const list = '**/api/territories';
const shapesOfAll = `${list}/geojson`;
const shapes = new Map<number, Corner[]>();

function territory(id: number, name: string, parentId: number | null, priority: number, more: Partial<Territory> = {}) {
  const corners = shapes.get(id) ?? [];
  const [x, y] = [corners.map((each) => each[0]), corners.map((each) => each[1])];
  const bounds = { west: Math.min(...x), south: Math.min(...y), east: Math.max(...x), north: Math.max(...y) };
  const plain = { zips: [], counties: [], states: [], userIds: [], teamIds: [], overlaps: [], leads: 0, version: 1 };
  return {
    id,
    name,
    parentId,
    priority,
    corners: corners.length,
    bounds: corners.length ? bounds : null,
    ...plain,
    ...more,
  };
}
shapes.set(3, [
  [-92.36, 34.74],
  [-92.3, 34.76],
  [-92.27, 34.75],
  [-92.28, 34.71],
  [-92.35, 34.71],
]);
shapes.set(4, [
  [-92.29, 34.74],
  [-92.22, 34.75],
  [-92.22, 34.69],
  [-92.29, 34.7],
]);
const people = [
  { id: 43, username: 'benedikt', fullName: 'Benedikt Aurelius Thorvaldsen-Whitaker', active: true },
  { id: 44, username: 'kofi', fullName: 'Kofi Mensah', active: false },
];
const tree: TerritoryTree = {
  territories: [
    territory(3, 'Hillcrest', 2, 1, { userIds: [43, 44], teamIds: [4], overlaps: [4], leads: 1041 }),
    territory(4, 'River Market', 2, 2, { userIds: [43], overlaps: [3], zips: ['72201', '72202'], leads: 902 }),
    territory(2, 'Little Rock', 1, 1, { leads: 3415 }),
    territory(5, 'Ouachita National Forest, Hot Springs and Garland County', 1, 2, { counties: ['Kent'], leads: 640 }),
    territory(1, 'Arkansas', null, 1, { states: ['AR'], leads: 15_830 }),
    territory(6, 'Delta East', null, 2, { leads: 912 }),
  ],
  people,
  teams: [{ id: 4, name: 'Emergency & Veterinary Accounts', people: 16 }],
  leads: 17_083,
  withoutTerritory: 341,
  withoutCoordinates: 128,
  updating: true,
};
const features: TerritoryFeature[] = [3, 4].map((id) => {
  const { name, priority, zips, counties, states } = tree.territories.find((each) => each.id === id)!;
  const ring = [...shapes.get(id)!, shapes.get(id)![0]!];
  const properties = { id, name, parent: 'Arkansas / Little Rock', priority, zips, counties, states };
  return { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[ring]] }, properties };
});

/** Territories of the tour exist only here, because they would stand on the leads of other scenes. */
const chosen = async (page: Page) => {
  await mockResponse(page, list, tree);
  await mockResponse(page, shapesOfAll, { type: 'FeatureCollection', features });
  await mockResponse(page, '**/api/territories/3/overlaps', {
    overlaps: [{ id: 4, name: 'River Market', wins: true, leads: 214, leadsAreExact: true, places: [] }],
  });
  await openPage(page, '/territories?territory=3', 'Territories');
  await waitForText(page, 'Hillcrest and River Market overlap.');
};
const act = async (page: Page, name: string) => {
  await chosen(page);
  await clickButton(page, 'More actions for Hillcrest');
  await clickButton(page, name);
};

export const territories: Screen = {
  title: 'Territories',
  scenes: [
    { name: 'territories-empty', as: ['admin'], open: (page) => openPage(page, '/territories', 'No territories yet') },
    { name: 'territories', as: ['admin'], open: chosen },
    {
      name: 'territories-search',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await page.getByRole('searchbox', { name: 'Search territories' }).fill('zzzz');
        await waitForText(page, 'No territory has this name.');
      },
    },
    {
      name: 'territories-drawing',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await clickButton(page, 'Edit shape');
        await page.getByRole('button', { name: 'Draw a rectangle', disabled: false }).waitFor();
      },
    },
    {
      name: 'territories-add',
      as: ['admin'],
      open: async (page) => {
        await act(page, 'Add territory below');
        await dialog(page, 'Add territory').getByLabel('ZIP codes').fill('7220');
        await dialog(page, 'Add territory').getByRole('button', { name: 'Add territory' }).click();
        await waitForText(page, 'Please enter a name');
      },
    },
    {
      name: 'territories-edit',
      as: ['admin'],
      open: async (page) => {
        await chosen(page);
        await clickButton(page, 'Edit');
        await dialog(page, 'Edit territory').getByLabel('Name').waitFor();
      },
    },
    {
      name: 'map-territories',
      as: ['admin'],
      open: async (page) => {
        const names = tree.territories.map(({ id, name, parentId }) => ({ id, name, parentId }));
        await mockResponse(page, '**/api/territories/names', { territories: names });
        await mockResponse(page, shapesOfAll, { type: 'FeatureCollection', features });
        await openPage(page, '/crm?view=map&state=AR', 'All Business Assignments');
        await clickButton(page, 'Territories');
        await waitForText(page, '1 Hillcrest');
      },
    },
    { name: 'territories-move', as: ['admin'], open: (page) => act(page, 'Move territory') },
    {
      name: 'territories-remove',
      as: ['admin'],
      open: async (page) => {
        await act(page, 'Remove territory');
        await waitForText(page, /^Its 1,041 leads go to the next territory/);
      },
    },
    {
      name: 'territories-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, list);
        await openPage(page, '/territories', 'The territories could not be loaded');
      },
    },
  ],
};
