import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { sees, toast, type Visited } from '../product/visitor.js';

const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';

/** Expects the demo team as it was prepared. */
export const team = (visited: () => Visited) =>
  describe('the screens of the team', () => {
    let product: Visited;
    let page: Page;

    beforeAll(async () => {
      product = visited();
      page = await product.page('admin');
    });
    afterAll(() => product.leave());

    const fill = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) {
        await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
      }
    };

    it('shows the accounts, and says what is missing in a new one', async () => {
      await page.goto('/users');
      await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
      for (const name of ['Username', 'Email', 'Full Name', 'Role', 'Monthly Goal', 'Status', 'Actions']) {
        await page.getByRole('columnheader', { name, exact: true }).waitFor();
      }
      await sees(page, 'Showing 1 to 4 of 4 users', 'Page 1 of 1');
      await page.getByRole('button', { name: 'Add User' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create New User' });
      await dialog.getByText('All fields are required.').waitFor();
      await fill({ 'Monthly Goal': '0' });
      await dialog.getByRole('button', { name: 'Create User' }).click();
      await sees(
        page,
        'Username must be at least 3 characters',
        'Must be a valid email',
        'Password must be at least 8 characters',
        'Full name must be at least 2 characters',
        'Monthly goal must be at least 1',
      );
      await fill({ 'Monthly Goal': 'many' });
      await sees(page, 'Monthly goal must be a number');
    });

    it('creates, edits, deactivates and deletes an account', async () => {
      await fill({ Username: 'ruth', Email: 'ruth@example.com', Password: 'Green-Tractor-4' });
      await fill({ 'Full Name': 'Ruth Ames', 'Monthly Goal': '' });
      await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
      await toast(page, 'User Created');
      const row = page.getByRole('row').filter({ hasText: 'ruth@example.com' });
      await row.getByRole('cell', { name: '100', exact: true }).waitFor();
      await row.getByTitle('Edit User').click();
      await fill({ 'Full Name': 'Ruth Ames-Bell' });
      await page.getByRole('dialog', { name: 'Edit User' }).getByRole('button', { name: 'Save' }).click();
      await toast(page, 'User Updated');
      await row.getByTitle('Reset Password').click();
      await fill({ 'New password': 'Purple-Lantern-7' });
      await page
        .getByRole('dialog', { name: 'Reset Password' })
        .getByRole('button', { name: 'Reset Password' })
        .click();
      await toast(page, 'Password Reset');
      await row.getByRole('button', { name: 'Deactivate User (prevent login)' }).click();
      await toast(page, 'Account deactivated');
      await row.getByRole('button', { name: 'Activate User (allow login)' }).click();
      await toast(page, 'Account activated');
      await row.getByTitle('Delete User').click();
      const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
      await dialog.getByText('This will permanently delete the user and all their related data.').waitFor();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await toast(page, 'User Deleted');
    });

    it('unlocks an account, and finds none where none fits', async () => {
      const wrong = { username: 'alex', password: 'Wrong1234' };
      for (let n = 0; n < 6; n++) await page.request.post('/api/login', { data: wrong });
      await page.goto('/users');
      await page.getByRole('row').filter({ hasText: 'alex@' }).getByRole('button', { name: 'Unlock' }).click();
      await toast(page, 'Account Unlocked');
      expect(await page.getByLabel('Status').locator('option').allTextContents()).toEqual([
        'All Statuses',
        'Active',
        'Inactive',
        'Locked',
      ]);
      await page.getByRole('searchbox').fill('zzzz');
      await sees(page, 'No users found matching your search.');
    });

    it('imports a file, and reports what failed', async () => {
      await page.goto('/import');
      await page.getByRole('link', { name: 'Back to CRM Dashboard' }).waitFor();
      await sees(page, "All imported businesses automatically get the 'Imported' tag.");
      const upload = page.getByRole('button', { name: 'Upload & Import' });
      expect(await upload.isDisabled()).toBe(true);
      const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
      const choose = page.locator('input[type=file]');
      await choose.setInputFiles(file('notes.txt', 'x'));
      await sees(page, 'Please select a CSV file');
      const rows = [
        'Alder Works,"1 Main St, Austin, TX 78701, USA",TX,Pat,(512) 555-0100,a@alder.example,,sam,"One,Two"',
        'Birch Works,,,,,,,unknown,',
      ];
      await choose.setInputFiles(file('leads.csv', [header, ...rows].join('\n')));
      await upload.click();
      await page.getByText('Import Successful', { exact: true }).waitFor();
      await toast(page, 'CSV Import Successful', 'Successfully imported 1 of 2 businesses.');
      await page.getByText("Unknown user 'unknown'").waitFor();
      await page.getByRole('button', { name: 'Import Another File' }).click();
      await page.getByRole('button', { name: 'Upload & Import' }).waitFor();
    });

    it('updates a lead from the next file with these columns, and takes that back', async () => {
      const row = 'Alder Works,"1 Main St, Austin, TX 78701, USA",TX,Quinn,(512) 555-0100,a@alder.example,,sam,';
      const next = { name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from([header, row].join('\n')) };
      await page.locator('input[type=file]').setInputFiles(next);
      await page.getByRole('button', { name: /^Columns as in “leads\.csv” on / }).click();
      await page.getByLabel('Overwrite').check();
      await page.getByRole('button', { name: 'Check all rows' }).click();
      await page.getByRole('tab', { name: 'Updated 1' }).waitFor();
      const change = page.getByRole('group', { name: 'Rows: updated' });
      await change.getByRole('deletion').getByText('Pat').waitFor();
      await change.getByRole('insertion').getByText('Quinn').waitFor();
      await page.getByRole('button', { name: 'Upload & Import' }).click();
      await toast(page, 'CSV Import Successful', '0 created, 1 updated, 0 unchanged, 0 failed.');
      await page.getByRole('button', { name: 'Undo import' }).click();
      const dialog = page.getByRole('dialog', { name: 'Undo import' });
      await dialog.getByText('values become as they were before').waitFor();
      await dialog.getByRole('button', { name: 'Undo import' }).click();
      await toast(page, 'Import undone', '1 value reversed.');
    });

    it('shows the progress of the team, and to its leaders alone', async () => {
      const maria = await product.page('maria');
      await maria.goto('/progress');
      for (const name of ['Your Weekly Progress', 'Your Monthly Progress', 'Team Summary']) {
        await maria.getByRole('heading', { name }).waitFor();
      }
      await maria.getByRole('link', { name: 'Back to CRM Dashboard' }).waitFor();
      await sees(maria, 'This Week', 'Last Week', 'This Month', 'Total contacts this month');
      await maria.route('**/api/team-progress*', (route) => route.fulfill({ status: 200, json: [] }));
      await maria.reload();
      await sees(maria, 'No Team Data Available');
      await maria.unroute('**/api/team-progress*');
      await maria.route('**/api/team-progress*', (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
      await maria.reload();
      await sees(maria, 'Error Loading Team Progress');
    });

    it('updates the meter of a second window by the live stream when a status changes in the first', async () => {
      const [first, second] = [await product.page('alex'), await product.page('alex')];
      // The second window neither polls nor reloads, so only the stream can change its meter.
      await second.clock.install();
      const streaming = second.waitForResponse('**/api/events?*');
      await second.goto('/crm');
      await streaming;
      const meter = second.getByRole('meter', { name: /^Week/ });
      const before = Number(/(\d+) of/.exec((await meter.getAttribute('aria-label'))!)![1]);
      await second.clock.pauseAt(Date.now() + 60_000);
      const [lead] = (await (await first.request.get('/api/my-businesses?status=new&page=1&pageSize=10')).json()) as {
        userBusiness: { uuid: string };
      }[];
      await first.goto(`/business/uuid/${lead!.userBusiness.uuid}`);
      await first.getByRole('button', { name: 'In Progress' }).click();
      await toast(first, 'Status updated');
      const moved = new RegExp(`^Week: ${before + 1} of`);
      await eventually(
        async () => {
          // Longer than drawing takes, and much shorter than the poll interval.
          await second.clock.runFor(2);
          expect(await meter.getAttribute('aria-label')).toMatch(moved);
        },
        { within: 60_000 },
      );
    });

    it('allows each user what the role allows', async () => {
      const sam = await product.page('sam');
      await sam.goto('/progress');
      await sam.waitForURL('**/crm*');
      await sam.goto('/users');
      await sam.waitForURL((url) => url.pathname === '/');
      await sam.goto('/import');
      await sam.getByRole('heading', { name: 'Admin Access Required' }).waitFor();
      await sees(sam, 'You need administrator privileges to access this page.');
      await sam.getByRole('link', { name: 'Return to Home' }).click();
      await sam.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
      await sam.getByRole('button', { name: 'Help' }).click();
      await sam.getByRole('dialog', { name: 'Need Help?' }).waitFor();
      await sam.route('**/api/weekly-contacts', (route) => route.fulfill({ status: 500, json: {} }));
      await sam.route('**/api/today-contacts', (route) => route.fulfill({ status: 500, json: {} }));
      await sam.reload();
      await sees(sam, 'Unable to load progress data', 'Unable to load monthly progress data');
    });
  });
