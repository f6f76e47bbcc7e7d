import type { Page } from 'playwright-core';
import { sees, toast, type Visited } from '../product/visitor.js';

const statuses = ['New', 'In Progress', 'Recontact', 'Closed (Won)', 'Closed (Lost)'];

export const leadList = (visited: () => Visited) =>
  describe('the CRM list', () => {
    let product: Visited;
    let page: Page;

    beforeAll(async () => {
      product = visited();
      page = await product.page('admin');
    });
    afterAll(() => product.leave());

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
