import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

describe('an administrator who builds teams', () => {
  let product: Visited;
  let page: Page;

  beforeAll(async () => {
    product = await visit();
    page = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} \\d`) });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  it('makes the first team with its manager, and one below', async () => {
    await page.goto('/teams');
    await sees(page, 'No teams yet');
    await page.getByRole('button', { name: 'Add team' }).click();
    await dialog('Add team').getByLabel('Name').fill('South');
    await dialog('Add team').getByLabel('Managers').selectOption({ label: 'Maria Castellanos' });
    await dialog('Add team').getByLabel('Goal a month').fill('500');
    await dialog('Add team').getByRole('button', { name: 'Add team' }).click();
    await toast(page, 'South added');
    await heading('South').waitFor();
    await page.getByRole('button', { name: 'More actions for South' }).click();
    await page.getByRole('button', { name: 'Add team below' }).click();
    await dialog('Add team').getByLabel('Name').fill('Arkansas');
    await dialog('Add team').getByLabel('Time zone').fill('chicago');
    await page.getByRole('option', { name: 'America/Chicago' }).click();
    await dialog('Add team').getByRole('button', { name: 'Add team' }).click();
    await toast(page, 'Arkansas added');
    await row('Arkansas').waitFor();
  });

  it('puts people into it, whom user management then shows with team and time zone', async () => {
    await page.getByRole('link', { name: /without a team/ }).click();
    await page.getByLabel('Select Sam Okafor').check();
    await page.getByRole('button', { name: 'Move 1 person to a team' }).click();
    await dialog('Move to a team').getByLabel('Team').selectOption({ label: 'South › Arkansas' });
    await dialog('Move to a team')
      .getByRole('row', { name: /^Maria Castellanos.*Gains/ })
      .waitFor();
    await dialog('Move to a team').getByRole('button', { name: 'Move' }).click();
    await toast(page, '1 person moved');
    await page.getByRole('link', { name: /^Users/ }).click();
    const sam = page.getByRole('row').filter({ hasText: 'Sam Okafor' });
    await sam.getByRole('link', { name: 'Arkansas' }).waitFor();
    await sam.getByText('Chicago').waitFor();
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'South › Arkansas' });
    await sees(page, 'Showing 1 to 1 of 1 users');
    await sam.getByRole('link', { name: 'Arkansas' }).click();
    await heading('Arkansas').waitFor();
  });

  it('moves a branch by drag and drop, after seeing who loses sight of whom', async () => {
    await page.getByRole('button', { name: 'Add team' }).click();
    await dialog('Add team').getByLabel('Name').fill('North');
    await dialog('Add team').getByRole('button', { name: 'Add team' }).click();
    await heading('North').waitFor();
    await row('South').press('ArrowRight');
    await row('Arkansas').dragTo(row('North'));
    await dialog('Move team').getByText('Loses').waitFor();
    await dialog('Move team').getByText('Sam Okafor').waitFor();
    await dialog('Move team').getByRole('button', { name: 'Move team' }).click();
    await toast(page, 'Arkansas moved');
  });

  it('moves it back by keyboard alone', async () => {
    await row('North').press('ArrowRight');
    await row('North').press('ArrowRight');
    await page.keyboard.press('m');
    await dialog('Move team').getByLabel('New parent').selectOption({ label: 'South' });
    await dialog('Move team').getByText('Gains').waitFor();
    await page.keyboard.press('Tab');
    await dialog('Move team').getByRole('button', { name: 'Move team' }).press('Enter');
    await toast(page, 'Arkansas moved');
  });

  it('cannot remove a team in use', async () => {
    await row('South').click();
    await page.getByRole('button', { name: 'More actions for South' }).click();
    await page.getByRole('button', { name: 'Remove team' }).click();
    await sees(page, 'South still has 1 team. Move them first.');
    expect(await dialog('Remove team').getByRole('button', { name: 'Remove team' }).isDisabled()).toBe(true);
    await dialog('Remove team').getByRole('button', { name: 'Cancel' }).click();
  });

  it('finds each change in the audit trail, and the goal on the page of the manager', async () => {
    await page.goto('/audit');
    await page.getByText('Team moved').filter({ visible: true }).first().waitFor();
    const maria = await product.page('maria');
    await maria.goto('/progress');
    await maria.getByRole('region', { name: 'Goals of teams' }).getByText('500', { exact: true }).waitFor();
  });

  it('shows the manager the leads of those people, to comment on and to reassign', async () => {
    const maria = await product.page('maria');
    await maria.goto('/crm');
    await maria.getByRole('heading', { name: 'Businesses of My Team' }).waitFor();
    await maria.getByRole('button', { name: 'My leads', exact: true }).click();
    await maria.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
    await maria.getByRole('button', { name: 'My team', exact: true }).click();
    const ofSam = maria.getByRole('listitem').filter({ hasText: 'Assigned to Sam Okafor' }).first();
    await ofSam.getByRole('button', { name: 'View Profile' }).click();
    await maria.getByText(/^This lead is assigned to/).waitFor();
    await maria.getByLabel('Activity notes').fill('Ask for the owner before noon');
    await maria.getByRole('button', { name: 'Add Comment' }).click();
    await toast(maria, 'Activity added');
    await maria.getByLabel('Activity notes').fill('Offer the spring menu');
    await maria.getByLabel('Follow up on').fill('2030-05-06');
    await maria.getByRole('button', { name: 'Plan Follow-up' }).click();
    await maria.getByText('Offer the spring menu').first().waitFor();
    const sam = await product.page('sam');
    await sam.goto('/crm');
    await sam
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click();
    await sees(sam, 'New comment');
    await sees(sam, 'New follow-up');
    expect(product.problems).toEqual([]);
  });
});
