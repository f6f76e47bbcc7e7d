import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Keyboard } from '../product/keyboard.js';
import { sees, toast, visit, type Visited } from '../product/visitor.js';
import { accessibilityProblems } from '../tour/axe.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const sizes: { place: string; options?: BrowserContextOptions }[] = [
  { place: 'at a desk, by the keyboard' },
  { place: 'on a phone', options: phone },
];

let product: Visited;
beforeAll(async () => void (product = await visit()));
afterAll(() => product?.close(), 60_000);

describe.each(sizes)('a file of licenses $place', ({ place, options }) => {
  const town = options ? 'Phoneville' : 'Desktown';
  const fields = { expires: `Expires in ${town}`, plan: `Plan in ${town}` };
  const header = `Business Name,Address,User,Phone,${fields.expires},${fields.plan},Old remarks`;
  const shop = (at: number, rest: string) => `Shop ${at} of ${town},"${at} Main St, ${town}",${rest}`;
  const file = (name: string, lines: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...lines].join('\r\n')),
  });
  const first = [
    ...Array.from({ length: 20 }, (_, at) => shop(at, `sam,(501) 555-01${at + 10},2027-03-${at + 10},Gold,ok`)),
    shop(20, 'sam,(501) 555-0150,2027-04-01,Iron,ok'),
    shop(21, 'sam,(501) 555-0151,PERM,Silver,ok'),
    shop(22, 'sam,call me,2027-04-02,Silver,ok'),
    shop(23, 'nobody-here,(501) 555-0153,2027-04-03,Silver,ok'),
  ];
  let page: Page;
  let keys: Keyboard;

  beforeAll(async () => {
    // A dialog that fades in has no contrast yet.
    page = await product.page('admin', options);
    keys = new Keyboard(page);
    await page.goto('/import');
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  /** By the keyboard at a desk, by touch on a phone. */
  const press = async (name: string) => {
    if (options) return button(name).first().tap();
    await keys.tabTo('button', name);
    await keys.press('Enter');
  };
  const choose = (name: string, lines: string[]) => page.locator('input[type=file]').setInputFiles(file(name, lines));
  const isReadable = async () => expect(await accessibilityProblems(page)).toEqual([]);
  const fitsScreen = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  const check = async () => {
    await press('Check all rows');
    await page.getByRole('tablist', { name: 'What the import would do' }).waitFor();
  };
  const tab = (name: string) => page.getByRole('tab', { name });

  it('makes fields of two columns on the spot, and says what stays in the file', async () => {
    await choose(`${town}.csv`, first);
    await page.getByLabel(`${fields.expires} goes to`).selectOption('new');
    await sees(page, 'Guessed from all rows', 'PERM');
    await page.getByText('23 values fit, 0 blank, 1 would not fit.').waitFor();
    await isReadable();
    await press('Keep as new field');
    await page.getByText('Guessed from all rows').waitFor({ state: 'detached' });
    await page.getByLabel(`${fields.plan} goes to`).selectOption('new');
    await sees(page, 'Guessed from all rows');
    await page.getByLabel('Type').selectOption('one_of');
    await page.getByLabel('Options, one per line').fill('Gold\nSilver');
    await page.getByText('24 values, 0 blank. 1 different value would not fit.').waitFor();
    await press('Keep as new field');
    await page.getByText('Guessed from all rows').waitFor({ state: 'detached' });
    await page.getByText('Not imported: Old remarks. What they hold stays in the file.').waitFor();
    await fitsScreen();
  });

  it('shows after a check what would become of each row, and finds rows', async () => {
    await check();
    await page.getByText('20 of 24 rows can be imported.').waitFor();
    expect(await tab('Failed 4').getAttribute('aria-selected')).toBe('true');
    await page.getByRole('group', { name: 'Rows that fail' }).waitFor();
    await isReadable();
    await fitsScreen();
    await tab('Failed 4').focus();
    await keys.press('ArrowRight');
    await tab('Created 20').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Search the rows: created').fill('Shop 7 of');
    await page.getByRole('tabpanel').getByText(`Shop 8 of ${town}`).waitFor({ state: 'detached' });
    await page.getByRole('tabpanel').getByText(`Shop 7 of ${town}`).waitFor();
    await page.getByLabel('Search the rows: created').fill('nowhere');
    await sees(page, 'No row holds “nowhere”.');
    await page.getByLabel('Search the rows: created').fill('');
    await page.getByRole('tabpanel').getByText(`Shop 8 of ${town}`).waitFor();
  });

  it('mends a cell, all rows with a value, and an unknown user, and counts again', async () => {
    await tab('Failed 4').click();
    await page.getByLabel('Option for Iron').selectOption('Silver');
    const iron = page.getByRole('listitem').filter({ has: page.getByLabel('Option for Iron') });
    await iron.getByRole('button', { name: 'Fix this row' }).click();
    await page.getByText('Becomes Silver. “Check all rows” counts again.').waitFor();
    await page.getByLabel('Fix all rows of nobody-here').selectOption({ label: 'Sam Okafor (sam)' });
    await page.getByLabel('Phone of row 24').fill('(501) 555-0152');
    await page.getByLabel('Phone of row 24').press('Enter');
    const mended = page.getByText('Mended, joins the import');
    await mended.nth(2).waitFor();
    expect(await mended.count()).toBe(3);
    await check();
    await page.getByText('23 of 24 rows can be imported.').waitFor();
  });

  it('imports the rest, and gives the failed row back with its reason', async () => {
    await press('Upload & Import');
    await toast(page, 'CSV Import Successful', 'Successfully imported 23 of 24 businesses.');
    await page.getByText('Columns not imported: Old remarks.').waitFor();
    await page.getByRole('region', { name: 'Row errors' }).getByText('PERM').waitFor();
    await isReadable();
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'errors.csv' }).click(),
    ]);
    expect(await readFile(await errors.path(), 'utf8')).toContain(
      `"23","${fields.expires} must be a date as YYYY-MM-DD, from 1900 to 2200"`,
    );
  });

  it('takes the next file as the last one, and shows old and new values before it changes them', async () => {
    await press('Import Another File');
    const changed = first.slice(0, 20).map((line, at) => (at < 3 ? line.replace('Gold', 'Silver') : line));
    await choose(`${town}-next.csv`, [...changed, shop(99, 'sam,(501) 555-0199,2027-05-01,Gold,')]);
    await button(new RegExp(`^Columns as in “${town}\\.csv” on `)).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Columns as in “${town}.csv”.` })
      .waitFor();
    await page.getByLabel('Overwrite').check();
    await sees(page, 'An empty cell never clears a value.');
    await check();
    for (const name of ['Created 1', 'Updated 3', 'Unchanged 17', 'Failed 0']) await tab(name).waitFor();
    const rows = page.getByRole('group', { name: 'Rows: updated' });
    expect(await rows.getByRole('deletion').allTextContents()).toEqual(['Gold', 'Gold', 'Gold']);
    expect(await rows.getByRole('insertion').allTextContents()).toEqual(['Silver', 'Silver', 'Silver']);
    await isReadable();
    await fitsScreen();
    await press('Upload & Import');
    await toast(page, 'CSV Import Successful', '1 created, 3 updated, 17 unchanged, 0 failed.');
  });

  it('takes it back but for what a salesperson changed since, after saying how much that is', async () => {
    const query = new URLSearchParams({ q: `Shop 1 of ${town}`, page: '1', pageSize: '10' });
    const answer = await page.request.get(`/api/admin/all-assignments?${query}`);
    const [lead] = (await answer.json()) as { userBusiness: { id: number; customFields: object } }[];
    const plan = Object.entries(lead!.userBusiness.customFields).find(([, value]) => value === 'Silver')![0];
    const sam = await product.page('sam');
    const edit = { customFields: { [plan]: 'Gold' } };
    const edited = await sam.request.patch(`/api/business-custom-fields/${lead!.userBusiness.id}`, { data: edit });
    expect(edited.status()).toBe(200);

    await press('Undo import');
    const dialog = page.getByRole('dialog', { name: 'Undo import' });
    await dialog.getByText('Kept: 1').waitFor();
    expect(await dialog.getByRole('definition').allTextContents()).toEqual([
      ...['2', 'values become as they were before'],
      ...['1', 'somebody has worked on them since'],
      ...['0', 'each value has its way back'],
    ]);
    await dialog.getByText('1 lead that the import made will be removed.').waitFor();
    await dialog.getByText(/^Sam Okafor|^sam/).waitFor();
    await isReadable();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await toast(
      page,
      'Import undone',
      '1 removed. 2 values reversed. 1 kept, because somebody has worked on them since.',
    );
    await fitsScreen();
  });

  it(`left no error in the page ${place}`, () => expect(product.problems).toEqual([]));
});
