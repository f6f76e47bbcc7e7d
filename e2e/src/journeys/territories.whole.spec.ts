import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

interface Tree {
  territories: { id: number; name: string; priority: number; corners: number; leads: number }[];
  leads: number;
  withoutTerritory: number;
}

describe('an administrator who divides leads into territories', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
  const tree = async () => (await (await page.request.get('/api/territories')).json()) as Tree;
  const assigned = () => page.getByText('Leads are being assigned to territories…').waitFor({ state: 'detached' });
  /** Draws from one corner to the other, in parts of the map's size. */
  async function drawRectangle(from: number, to: number) {
    const box = (await page.getByRole('region', { name: 'Map of territories' }).boundingBox())!;
    const at = (part: number) => [box.x + box.width * part, box.y + box.height * part] as const;
    await page.getByRole('button', { name: 'Draw a rectangle', disabled: false }).click();
    await page.mouse.click(...at(from));
    await page.mouse.move(...at((from + to) / 2));
    await page.mouse.click(...at(to));
  }

  it('adds one for the whole country, and draws its shape', async () => {
    await page.goto('/territories');
    await sees(page, 'No territories yet');
    await page.getByRole('button', { name: 'Add territory' }).click();
    await dialog('Add territory').getByLabel('Name').fill('Country');
    await dialog('Add territory').getByLabel('People').selectOption({ label: 'Sam Okafor' });
    await dialog('Add territory').getByRole('button', { name: 'Add territory' }).click();
    await toast(page, 'Country added. Draw its shape on the map.');
    await page.getByRole('button', { name: 'Draw shape' }).click();
    await drawRectangle(0.15, 0.85);
    await page.getByRole('button', { name: 'Save shape' }).click();
    await toast(page, 'Shape of Country saved');
    await sees(page, 'Drawn, 4 corners');
    await assigned();
    const { territories, leads, withoutTerritory } = await tree();
    expect(territories).toMatchObject([{ name: 'Country', corners: 4 }]);
    expect(territories[0]!.leads).toBeGreaterThan(0);
    expect(territories[0]!.leads + withoutTerritory).toBe(leads);
  });

  it('draws a second one over it, which the page reports, and changes which comes first by keyboard', async () => {
    await page.getByRole('button', { name: 'Add territory' }).click();
    await dialog('Add territory').getByLabel('Name').fill('Middle');
    await dialog('Add territory').getByRole('button', { name: 'Add territory' }).click();
    await page.getByRole('heading', { name: '2 Middle' }).waitFor();
    await page.getByRole('button', { name: 'Draw shape' }).click();
    await drawRectangle(0.4, 0.6);
    await page.getByRole('button', { name: 'Save shape' }).click();
    await sees(page, 'Middle and Country overlap.');
    await row('Middle').focus();
    await page.keyboard.press('-');
    await page.getByRole('heading', { name: '1 Middle' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 Country' }).waitFor();
  });

  it('filters the list by it, and a lead shows its territory', async () => {
    await assigned();
    await page.getByRole('link', { name: /^Show [\d,]+ leads?$/ }).click();
    await page.getByRole('button', { name: 'Remove filter Territory Country' }).waitFor();
    const { id } = (await tree()).territories.find(({ name }) => name === 'Country')!;
    const listed = await page.request.get(`/api/admin/all-assignments?territory=${id}&pageSize=1`);
    const [lead] = (await listed.json()) as { userBusiness: { uuid: string } }[];
    await page.goto(`/business/uuid/${lead!.userBusiness.uuid}`);
    await page.getByText('Territory', { exact: true }).waitFor();
    await sees(page, 'Country');
  });

  it('saves the file, and loads it again without a change', async () => {
    await page.goto('/territories');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save GeoJSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('territories.geojson');
    const buffer = await readFile(await download.path());
    await page
      .getByLabel('GeoJSON file')
      .setInputFiles({ name: 'a.geojson', mimeType: 'application/geo+json', buffer });
    await toast(page, '0 territories added, 0 changed, 2 as before');
  });

  it('left no error in the console', () => expect(product.problems).toEqual([]));
});
