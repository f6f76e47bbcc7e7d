import type { Page, Request } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const statuses = ['New', 'In Progress', 'Recontact', 'Closed (Won)', 'Closed (Lost)'];

let product: Visited;
beforeAll(async () => void (product = await visit()));
afterAll(() => product?.close(), 60_000);

describe('the search', () => {
  let page: Page;

  beforeAll(async () => void (page = await product.page('admin')));
  afterAll(() => page.context().close());

  const isSearch = (request: Request) => request.url().endsWith('/api/search-businesses');
  const search = async (type: string, place: string) => {
    await page.getByLabel('Business type').fill(type);
    await page.getByLabel('Location').fill(place);
    await page.keyboard.press('Escape');
    const [request] = await Promise.all([
      page.waitForRequest(isSearch),
      page.getByRole('button', { name: 'Search', exact: true }).click(),
    ]);
    return request.postDataJSON() as Record<string, unknown>;
  };

  it('has two tabs for an administrator, and asks for type and place', async () => {
    await page.goto('/');
    await page.getByRole('tab', { name: 'Search Businesses', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'CRM Dashboard' }).waitFor();
    await page.getByRole('heading', { name: 'Search for Businesses' }).waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await sees(page, 'Business type is required', 'Location is required');
  });

  it('shows the forty dentists of the home page on one page', async () => {
    const usual = { page: 1, pageSize: 100, radius: 5_000, maxResults: 40, sortBy: 'relevance' };
    expect(await search('dentist', 'Austin, TX')).toMatchObject({ ...usual, searchMethod: 'textSearch' });
    await page.getByRole('heading', { name: 'Results (40 businesses found)' }).waitFor();
    await sees(page, 'Showing 40 of 40 results');
  });

  it('has the fields of the Advanced panel, and suggests', async () => {
    await page.goto('/search');
    await page.getByRole('button', { name: 'Advanced' }).click();
    for (const label of ['Search Radius', 'Max Results', 'Sort Results By', 'Additional Keyword']) {
      await page.getByLabel(label, { exact: true }).waitFor();
    }
    await page.getByText(/^In miles: searches within [\d,]+ m$/).waitFor();
    expect(await page.getByLabel('Search method').locator('option').allTextContents()).toEqual([
      'Text Search',
      'Nearby Search',
      'Find Place',
    ]);
    expect(await page.getByLabel('Sort Results By').locator('option').allTextContents()).toEqual([
      'Relevance',
      'Distance',
      'Rating',
      'Prominence',
    ]);
    await page.getByRole('checkbox', { name: 'Open Now' }).waitFor();
    await page.getByLabel('Business type').fill('d');
    expect(await page.getByRole('option').filter({ visible: true }).count()).toBe(0);
    await page.getByLabel('Business type').pressSequentially('enti');
    await page.getByRole('option', { name: 'dentist', exact: true }).click();
    expect(await page.getByLabel('Business type').inputValue()).toBe('dentist');
  });

  it('asks /search for pages of twenty, forward by the token and back to the first', async () => {
    await page.getByLabel('Max Results').fill('60');
    const request = await search('dentist', 'Austin, TX');
    expect(request).toMatchObject({ pageSize: 20, radius: 4_828, maxResults: 60 });
    await page.getByText('Page 1/', { exact: false }).waitFor();
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(`Page ${number}/`).waitFor();
    }
    await page.getByRole('button', { name: 'Previous' }).click();
    await toast(page, 'Info', "Google Places API doesn't support backward pagination. Returning to page 1.");
    await page.getByText('Page 1/').waitFor();
  });

  it('shows results as a table, and exports the chosen ones', async () => {
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Business Name', 'Address', 'Phone Number', 'Rating', 'Links']),
    );
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('CSV File').click()]);
    expect(file.suggestedFilename()).toBe('business-data.csv');
    await toast(page, 'Success', 'Data exported as CSV successfully!');
    await page.route('**/api/export-businesses', (route) =>
      route.fulfill({ status: 503, json: { message: 'The disk is full.' } }),
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('CSV File').click();
    await toast(page, 'Error', 'Export failed: The disk is full.');
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
  });

  it('assigns, and reports the result', async () => {
    await page.goto('/search?businessType=florist&location=Reno%2C+NV&maxResults=5');
    await page.getByRole('heading', { name: 'Results (5 businesses found)' }).waitFor();
    const assign = async (user?: string) => {
      await page.getByRole('button', { name: 'Assign to User' }).click();
      const dialog = page.getByRole('dialog', { name: 'Assign Businesses' });
      if (user) await dialog.getByLabel('User').selectOption({ label: user });
      await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    };
    const select = async (count: number) => {
      for (let n = 0; n < count; n++)
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(n)
          .check();
    };
    expect(await page.getByRole('button', { name: 'Assign to User' }).isDisabled()).toBe(true);
    await select(2);
    await assign();
    await toast(page, 'Error', 'Please select a user');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await assign('Sam Okafor');
    await toast(page, 'Success', '2 business(es) assigned successfully');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await select(3);
    await assign('Sam Okafor');
    await toast(page, 'Partial Success', '1 assigned successfully. 2 were already assigned to this user.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await select(2);
    await assign('Sam Okafor');
    await toast(page, 'Partial Success', 'All 2 business(es) were already assigned to this user.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const names = await page.getByRole('article').getByRole('heading').allInnerTexts();
    await page.route('**/api/assign-business', (route) => route.fulfill({ status: 500, json: {} }));
    await select(2);
    await assign('Alexandra Lindqvist');
    await toast(page, 'Error', `Failed to assign 2 business(es): ${names[0]}, ${names[1]}`);
    const dialog = page.getByRole('dialog', { name: 'Assign Businesses' });
    await dialog.getByText('Failed to assign business', { exact: true }).first().waitFor();
    await page.unroute('**/api/assign-business');
  });

  it('says when nothing is found, and what the provider refused', async () => {
    await page.goto('/search?businessType=dentist&location=Nowhereville+Zzz');
    await sees(page, 'No Results Found', 'Try adjusting your search criteria or location.');
    const refuse = (code: string, message: string) =>
      page.route('**/api/search-businesses', (route) => route.fulfill({ status: 503, json: { code, message } }));
    await refuse('api_key_missing', 'Google Places API key is missing. Please contact the administrator.');
    await page.goto('/search?businessType=cafe&location=Austin%2C+TX');
    await page.getByRole('heading', { name: 'Google Places API Error' }).waitFor();
    await sees(page, 'Google Places API key is missing. Please contact the administrator.');
    await page.unroute('**/api/search-businesses');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('businesses found').waitFor();
  });

  it('offers no assignment to a user', async () => {
    const sam = await product.page('sam');
    await sam.goto('/search?businessType=cafe&location=Austin%2C+TX');
    await sam.getByRole('button', { name: 'Select All' }).waitFor();
    expect(await sam.getByRole('button', { name: 'Assign to User' }).count()).toBe(0);
  });
});

describe('the CRM list', () => {
  let page: Page;

  beforeAll(async () => void (page = await product.page('admin')));
  afterAll(() => page.context().close());

  const bulk = async (action: string) => {
    await page.getByRole('button', { name: /^Bulk Actions \(\d+\)$/ }).click();
    await page.locator('.dropdown-menu.show').getByText(action, { exact: true }).click();
  };

  it('has the words of its toolbar, its pages and its sorting', async () => {
    await page.goto('/crm');
    await page.getByRole('heading', { name: 'All Business Assignments' }).waitFor();
    for (const name of ['List View', 'Table View', 'Map View', 'Import from CSV', 'Show Filters']) {
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    expect(await page.getByLabel('Hide Closed Leads').isChecked()).toBe(true);
    expect(await page.getByLabel('Show Archived').isChecked()).toBe(false);
    expect(await page.getByLabel('Show Existing Customers').isChecked()).toBe(false);
    const choices = (label: string) => page.getByLabel(label).locator('option').allTextContents();
    expect(await choices('Sort by date')).toEqual(['Newest First', 'Oldest First']);
    await page.getByText(/results found/).waitFor();
    expect(await choices('Page size')).toEqual(['10', '20', '40', '60', '100']);
    await page.getByText(/^page 1\/\d+$/).waitFor();
    await page.getByRole('button', { name: 'Refresh List' }).click();
    await toast(page, 'List refreshed');
  });

  it('marks a lead as viewed from its card', async () => {
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByText('NEW', { exact: true }) })
      .first();
    await card.getByRole('button', { name: 'View Profile' }).filter({ visible: true }).waitFor();
    await card.getByRole('button', { name: 'Mark as Viewed' }).filter({ visible: true }).click();
    await toast(page, 'Business marked as viewed');
  });

  it('filters by the fields of its panel, and resets them', async () => {
    await page.getByRole('button', { name: 'Show Filters' }).click();
    for (const label of ['Search Name', 'Assigned User', 'Lead Status', 'US State']) {
      await page.getByLabel(label).filter({ visible: true }).waitFor();
    }
    await sees(page, 'Custom Tags');
    await page.getByLabel('Search Name').fill('zzzz');
    await sees(page, 'No business assignment found');
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await page.getByText(/results found/).waitFor();
    await page.getByRole('button', { name: 'Hide Filters' }).click();
  });

  it('is a table with bulk actions, each with its dialog and its toast', async () => {
    await page.getByRole('button', { name: 'Table View' }).click();
    const heads = ['Business Name', 'Assigned To', 'Status', 'Date Assigned', 'Actions'];
    for (const name of heads) await page.getByRole('columnheader', { name }).waitFor();
    const select = (n: number) => page.getByRole('row').nth(n).getByRole('checkbox').check();
    await select(1);
    await select(2);
    await page.getByRole('button', { name: 'Bulk Actions (2)' }).click();
    const menu = page.locator('.dropdown-menu.show');
    for (const status of statuses) await menu.getByText(status, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await bulk('In Progress');
    await toast(page, 'Status updated for 2 businesses');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await bulk('Reassign');
    const reassign = page.getByRole('dialog', { name: 'Reassign Businesses' });
    await reassign.getByRole('button', { name: 'Reassign', exact: true }).click();
    await reassign.getByText('Please select a user to reassign to').waitFor();
    await reassign.getByLabel('Notes').waitFor();
    await reassign.getByLabel('Select User').waitFor();
    await reassign.getByRole('button', { name: 'Cancel' }).click();
    await reassign.waitFor({ state: 'detached' });
    await bulk('Delete Selected');
    const remove = page.getByRole('dialog', { name: 'Confirm Deletion' });
    await remove.getByText(/permanent and cannot be undone/).waitFor();
    await remove.getByRole('button', { name: 'Cancel' }).click();
    await remove.waitFor({ state: 'detached' });
  });

  it('drops the selection with the view, and shows the map', async () => {
    await page.getByRole('button', { name: 'Map View' }).click();
    await page.getByRole('button', { name: 'Reset View' }).waitFor();
    expect(await page.getByRole('button', { name: /Bulk Actions/ }).count()).toBe(0);
    await page.goto('/crm?view=map&q=zzzz');
    await page.getByRole('heading', { name: 'No Map Data Available' }).waitFor();
  });

  it('leads to the import, and comes back from a profile to the page it was left on', async () => {
    await page.goto('/crm?page=3');
    await page.getByText(/^page 3\/\d+$/).waitFor();
    const name = await page.getByRole('listitem').locator('a.name').nth(4).innerText();
    await page.getByRole('button', { name: 'View Profile' }).filter({ visible: true }).nth(4).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Back to CRM', exact: true }).click();
    await page.getByText(/^page 3\/\d+$/).waitFor();
    await page.locator('.returned').filter({ hasText: name }).waitFor();
    await page.getByRole('button', { name: 'Import from CSV' }).click();
    await page.waitForURL('**/import');
  });

  it("shows a user the user's own leads, without an import", async () => {
    const sam = await product.page('sam');
    await sam.goto('/');
    await sam.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
    await sam.getByText(/results found/).waitFor();
    expect(await sam.getByRole('button', { name: 'Import from CSV' }).count()).toBe(0);
    expect(await sam.getByRole('tab').count()).toBe(0);
  });
});

it('left no error in the pages', () => expect(product.problems).toEqual([]));
