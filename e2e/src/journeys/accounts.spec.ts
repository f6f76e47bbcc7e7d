import type { Page } from 'playwright-core';
import { password, sees, toast, visit, type Visited } from '../product/visitor.js';

describe('access of accounts', () => {
  let product: Visited;
  let admin: Page;

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
  });
  afterAll(() => product?.close(), 60_000);

  const signIn = async (page: Page, typed: string) => {
    await page.getByLabel('Username or email').fill('alex');
    await page.getByLabel('Password').fill(typed);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const rowOf = (username: string) => admin.getByRole('row').filter({ hasText: `${username}@` });

  it.each([
    ['sam', '/users', '/'],
    ['maria', '/users', '/'],
    ['sam', '/progress', '/crm'],
    ['maria', '/progress', '/progress'],
    ['sam', '/auth', '/'],
    ['admin', '/auth', '/'],
  ])('leads %s from %s to %s', async (username, from, to) => {
    const page = await product.page(username);
    await page.goto(from);
    await page.waitForURL((url) => url.pathname === to);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.context().close();
  });

  it.each(['sam', 'maria'])('shows %s that imports and the audit trail are for administrators', async (username) => {
    const page = await product.page(username);
    for (const address of ['/import', '/audit']) {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Admin Access Required' }).waitFor();
      await sees(page, 'You need administrator privileges to access this page.');
    }
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.context().close();
  });

  it('locks an account at the sixth failure, until an administrator unlocks it', async () => {
    const page = await product.page();
    await page.goto('/auth');
    for (let failure = 1; failure <= 5; failure++) {
      const answered = page.waitForResponse('**/api/login');
      await signIn(page, `Wrong-${failure}`);
      expect((await answered).status()).toBe(401);
    }
    await signIn(page, password);
    await toast(page, 'Login failed', 'This account is locked after too many failed sign-ins.');
    await admin.goto('/users');
    await rowOf('alex').getByText('Locked', { exact: true }).waitFor();
    await rowOf('alex').getByTitle('Unlock', { exact: false }).click();
    await toast(admin, 'Account Unlocked');
    await rowOf('alex').getByText('Active', { exact: true }).waitFor();
    await signIn(page, password);
    await toast(page, 'Login successful');
    await page.context().close();
  });

  it('signs a deactivated user out of an open page, and shows the reason at the next sign-in', async () => {
    const page = await product.page('alex');
    await page.goto('/crm');
    await page.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
    await rowOf('alex').getByTitle('Deactivate User (prevent login)').click();
    await toast(admin, 'Account deactivated');
    await page.waitForURL('**/auth', { timeout: 5_000 });
    await signIn(page, password);
    await toast(page, 'Login failed', 'This account is deactivated. Ask your manager.');
    await rowOf('alex').getByTitle('Activate User (allow login)').click();
    await toast(admin, 'Account activated');
    await page.context().close();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
