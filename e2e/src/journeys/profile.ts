import type { Locator, Page } from 'playwright-core';
import { sees, toast, type Visited } from '../product/visitor.js';
import { newLeads, type Listed } from './new-leads.js';

export const profile = (visited: () => Visited) =>
  describe('the profile of a lead', () => {
    let product: Visited;
    let page: Page;
    let leads: Listed[];

    beforeAll(async () => {
      product = visited();
      page = await product.page('sam');
      leads = await newLeads(page);
    });
    afterAll(() => product.leave());

    const open = (n: number) => page.goto(`/business/uuid/${leads[n]!.userBusiness.uuid}`);
    const dialog = (name: string): Locator => page.getByRole('dialog', { name });
    const back = async (name: string) => {
      await toast(page, name);
      await page.waitForURL('**/crm*');
    };

    it('has its cards and buttons by their names', async () => {
      await open(0);
      for (const name of ['Business Information', 'Lead Status', 'Custom Tags', 'Quick Actions']) {
        await page.getByRole('heading', { name }).waitFor();
      }
      await page.getByRole('button', { name: 'Back to CRM', exact: true }).waitFor();
      await page.getByRole('tab', { name: /^Contact Activities \(\d+\)$/ }).waitFor();
      await page.getByRole('tab', { name: /^Notes/ }).waitFor();
      await page.getByRole('tab', { name: /^Assignment History \(\d+\)$/ }).waitFor();
      for (const name of ['Reassign Business', 'Archive Business', 'Mark as Existing Customer', 'Permanently Delete']) {
        await page.getByRole('button', { name, exact: true }).waitFor();
      }
      await sees(page, 'Viewed', 'Open in Maps');
    });

    it('changes its status', async () => {
      await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'In Progress' }).click();
      await toast(page, 'Status updated');
      await page.getByRole('button', { name: 'In Progress', pressed: true }).waitFor();
    });

    it.each([
      ['email', 'email', 'hello@example.com', 'Email updated'],
      ['contact person', 'text', 'Pat Doe', 'Contact person updated'],
      ['phone', 'tel', '(512) 555-0142', 'Phone number updated'],
      ['website', 'url', 'https://fine.example', 'Website updated'],
    ])('edits the %s where it stands', async (field, type, value, title) => {
      await page.getByRole('button', { name: new RegExp(`^(Add|Edit) ${field}$`, 'i') }).click();
      const input = page.getByLabel(new RegExp(`^${field}$`, 'i')).and(page.locator('input'));
      expect(await input.getAttribute('type')).toBe(type);
      await input.fill(value);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toast(page, title);
    });

    it('adds an activity and deletes it after a question', async () => {
      await page.getByRole('button', { name: 'Add Activity' }).waitFor();
      await page.getByLabel('Activity type').selectOption({ label: 'Meeting' });
      await page.getByLabel('Activity notes').fill('Spoke about spring.');
      await page.getByRole('button', { name: 'Add Activity' }).click();
      await toast(page, 'Activity added');
      await page.getByText('Spoke about spring.').first().waitFor();
      await page
        .getByRole('button', { name: /^Delete activity/i })
        .first()
        .click();
      await dialog('Delete Activity').getByRole('button', { name: 'Delete Activity' }).click();
      await toast(page, 'Activity deleted');
    });

    it('saves one note, and counts it', async () => {
      await page.getByRole('tab', { name: /^Notes/ }).click();
      const note = page.getByRole('textbox', { name: 'Notes' });
      expect((await note.boundingBox())!.height).toBeGreaterThanOrEqual(200);
      await note.fill('Calls back in March.');
      await page.getByRole('button', { name: 'Save Notes' }).click();
      await toast(page, 'Notes updated');
      await page.getByRole('tab', { name: 'Notes (1)' }).waitFor();
      await page.getByRole('tab', { name: /^Assignment History/ }).click();
      await page.getByText('Initially assigned to sam').waitFor();
    });

    it('adds a tag and removes it after a question', async () => {
      await sees(page, 'Quick add existing tags');
      const add = page.getByRole('button', { name: 'Add', exact: true });
      await page.getByLabel('New tag').fill('   ');
      expect(await add.isDisabled()).toBe(true);
      await page.getByLabel('New tag').fill('Spring fair');
      await add.click();
      await toast(page, 'Tag added');
      await page.getByRole('button', { name: 'Remove tag Spring fair' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove Tag' }).click();
      await toast(page, 'Tag removed');
    });

    it('holds the longest tag within its card, on a phone too', async () => {
      await page.getByLabel('New tag').fill('W'.repeat(50));
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await toast(page, 'Tag added');
      await page.getByRole('button', { name: 'Remove tag WWW' }).waitFor();
      // In the suggestions and in the card.
      for (const lead of [1, 0]) {
        await open(lead);
        await page.getByTitle('W'.repeat(50)).waitFor();
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await page.evaluate(tooWide)).toBe(0);
        }
        await page.setViewportSize({ width: 1280, height: 800 });
      }
    });

    it('is marked as an existing customer, and unmarked', async () => {
      await page.getByRole('button', { name: 'Mark as Existing Customer' }).click();
      await dialog('Mark as Existing Customer')
        .getByText(/excluded from normal lead views and reporting/)
        .waitFor();
      await dialog('Mark as Existing Customer').getByRole('button', { name: 'Mark as Existing Customer' }).click();
      await toast(page, 'Marked as existing customer');
      await page.getByRole('button', { name: 'Remove Existing Customer Mark' }).click();
      await toast(page, 'Existing customer mark removed');
    });

    it('is archived, deleted or reassigned after a question, and leaves for the list', async () => {
      await page.getByRole('button', { name: 'Archive Business' }).click();
      await dialog('Archive Business').getByText('Are you sure you want to archive this business?').waitFor();
      await dialog('Archive Business').getByRole('button', { name: 'Archive Business' }).click();
      await back('Business archived');
      await open(0);
      await page.getByRole('button', { name: 'Restore from Archive' }).click();
      await toast(page, 'Business restored');
      await open(1);
      await page.getByRole('button', { name: 'Permanently Delete' }).click();
      await dialog('Permanently Delete')
        .getByText(/This action cannot be undone\./)
        .waitFor();
      await dialog('Permanently Delete').getByRole('button', { name: 'Permanently Delete' }).click();
      await back('Business deleted');
      await open(2);
      await page.getByRole('button', { name: 'Reassign Business' }).click();
      const reassign = dialog('Reassign Business');
      await reassign.getByPlaceholder('Reason for reassignment...').waitFor();
      expect(await reassign.getByRole('button', { name: 'Reassign', exact: true }).isDisabled()).toBe(true);
      await reassign.getByLabel('Select User').selectOption({ label: 'admin (admin)' });
      await reassign.getByRole('button', { name: 'Reassign', exact: true }).click();
      await back('Business reassigned');
    });

    it('explains a lead of another user, and one that does not exist', async () => {
      await open(2);
      await page.getByRole('heading', { name: 'Customer Assigned to Another User' }).waitFor();
      await page.goto('/business/99999999');
      await page.getByRole('heading', { name: 'Unable to Load Customer' }).waitFor();
      await page.getByRole('button', { name: 'Back to CRM Dashboard' }).click();
      await page.waitForURL('**/crm*');
    });
  });
