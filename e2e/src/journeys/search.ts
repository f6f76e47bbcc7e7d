import type { Page, Request } from 'playwright-core';
import { sees, toast, type Visited } from '../product/visitor.js';

export const search = (visited: () => Visited) =>
  describe('the search', () => {
    let product: Visited;
    let page: Page;

    beforeAll(async () => {
      product = visited();
      page = await product.page('admin');
    });
    afterAll(() => product.leave());

    const isSearch = (request: Request) => request.url().endsWith('/api/search-businesses');
    const searchFor = async (type: string, place: string) => {
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
      expect(await searchFor('dentist', 'Austin, TX')).toMatchObject({ ...usual, searchMethod: 'textSearch' });
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
      const request = await searchFor('dentist', 'Austin, TX');
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
