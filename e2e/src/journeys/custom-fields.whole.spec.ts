import { readFile } from 'node:fs/promises';
import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('fields that an organisation adds to its leads', () => {
  let product: Visited;
  let admin: Page;
  let sam: Page;

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
    sam = await product.page('sam', phone);
  });
  afterAll(() => product?.close(), 60_000);

  const add = async (name: string, type: string, fill?: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await admin.getByRole('button', { name: 'Add Field' }).first().click();
    const form = admin.getByRole('dialog', { name: 'Add Custom Field' });
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Type').selectOption(type);
    await fill?.(form);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await toast(admin, `${name} added`);
    await form.waitFor({ state: 'detached' });
  };

  it('an administrator defines three fields and puts the last one first by the keyboard', async () => {
    await admin.goto('/custom-fields');
    await sees(admin, 'No custom fields yet');
    await add('Renewal', 'Date', async (form) => form.getByLabel(/^Filter of the list/).check());
    await add('Plan', 'One of a list', async (form) => form.getByLabel('Options').fill('Gold\nSilver'));
    await add('Contract value', 'Currency', async (form) => form.getByLabel(/^Required/).check());
    let saved = 0;
    admin.on('response', (answer) => void (saved += answer.url().endsWith('/order') ? 1 : 0));
    await admin.getByRole('button', { name: 'Move Contract value up' }).press('Enter');
    await admin.getByRole('button', { name: 'Move Contract value up' }).press('Enter');
    await eventually(() => expect(saved).toBe(2));
    await admin.reload();
    const names = admin.getByRole('region', { name: 'Fields' }).getByRole('listitem');
    await names.nth(2).waitFor();
    expect(await names.nth(0).textContent()).toMatch(/^Contract value/);
  });

  it('the filters fit on a phone', async () => {
    await sam.goto('/crm');
    await sam.getByRole('button', { name: 'Filters' }).click();
    const sheet = sam.getByRole('dialog', { name: 'Filters' });
    for (const name of ['Renewal from', 'Renewal to']) {
      const { x, width } = (await sheet.getByLabel(name, { exact: true }).boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(phone.viewport.width - 12);
    }
  });

  it('a salesperson fills them in on a phone, and sees a mistake at once', async () => {
    await sam.goto('/crm');
    await sam.getByRole('link', { name: /./ }).and(sam.locator('.lf-lead .name')).first().click();
    const card = sam.getByRole('region', { name: 'Details' });
    await card.getByRole('button', { name: 'Add Contract value' }).click();
    await card.getByLabel('Contract value').fill('a lot');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Contract value must be an amount in USD').waitFor();
    await card.getByLabel('Contract value').fill('$12,500');
    await card.getByRole('button', { name: 'Save' }).click();
    await toast(sam, 'Contract value updated');
    await card.getByText('$12,500.00').waitFor();
    await card.getByRole('button', { name: 'Add Plan' }).click();
    await card.getByLabel('Plan').selectOption('Silver');
    await card.getByRole('button', { name: 'Save' }).click();
    await toast(sam, 'Plan updated');
    await sam.getByRole('tab', { name: 'Timeline' }).click();
    await sam.getByText('Plan: none → Silver').waitFor();
  });

  it('a required value cannot be cleared', async () => {
    const card = sam.getByRole('region', { name: 'Details' });
    await card.getByRole('button', { name: 'Edit Contract value' }).click();
    await card.getByLabel('Contract value').fill('');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Contract value is required').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
  });

  it('the administrator shows them as columns, which a reload keeps, and exports them', async () => {
    await admin.goto('/crm?view=table');
    await admin.getByRole('button', { name: 'Columns' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('checkbox', { name: 'Contract value' }).check();
    await dialog.getByRole('checkbox', { name: 'Plan' }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await admin.reload();
    await admin.getByRole('columnheader', { name: 'Contract value' }).waitFor();
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/"Contract value","Renewal","Plan","Lead UUID"$/);
    expect(lines.filter((line) => line.includes('"12500",,"Silver",'))).toHaveLength(1);
  });

  it('a removed field leaves the profile, and comes back with its values', async () => {
    await admin.goto('/custom-fields');
    await admin.getByRole('button', { name: 'Remove Plan' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Remove Custom Field' });
    await dialog.getByText(/^Values of 1 lead are kept for 30 days\./).waitFor();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await toast(admin, 'Plan removed');
    await sam.reload();
    await sam.getByRole('region', { name: 'Details' }).getByText('$12,500.00').waitFor();
    expect(await sam.getByRole('region', { name: 'Details' }).getByText('Silver').count()).toBe(0);
    await admin.getByRole('button', { name: 'Restore Plan' }).click();
    await toast(admin, 'Plan restored');
    await sam.reload();
    await sam.getByRole('region', { name: 'Details' }).getByText('Silver').waitFor();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
