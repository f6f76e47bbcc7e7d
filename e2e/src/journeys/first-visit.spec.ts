import { sees, toast, visit, type Visited } from '../product/visitor.js';

describe('the first visit', () => {
  let product: Visited;

  beforeAll(async () => {
    product = await visit({ DEMO_DATA: 'off' });
  });
  afterAll(() => product?.close(), 60_000);

  it('makes the first administrator, once', async () => {
    const page = await product.page();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor();
    await page.getByLabel('Full Name').fill('Dana Whitfield');
    await page.getByLabel('Username').fill('dana');
    await page.getByLabel('Email').fill('dana@example.com');
    await page.getByLabel('Password').fill('Green-Tractor-7');
    await page.getByRole('button', { name: /create/i }).click();
    await toast(page, 'Registration successful', 'Welcome, Dana Whitfield');
    await page.getByRole('link', { name: 'User Management' }).waitFor();
    await page.goto('/crm');
    await sees(page, 'No business assignment found');
    const other = await product.page();
    await other.goto('/auth');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
