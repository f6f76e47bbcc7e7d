import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

let product: Visited;
let admin: Page;
let token: string;
beforeAll(async () => {
  product = await visit();
  admin = await product.page('admin');
});
afterAll(() => product?.close(), 60_000);

async function scim(method: string, path: string, body: object): Promise<{ status: number; id: string }> {
  const answer = await fetch(`${product.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  });
  return { id: ((await answer.json()) as { id: string }).id, status: answer.status };
}

describe('a company whose identity provider creates the accounts', () => {
  let kim: string;
  const page = () => admin.getByRole('region', { name: 'Connection' }).waitFor();

  it('gets a token from an administrator, which is shown once', async () => {
    await admin.goto('/sign-in');
    await admin.getByRole('button', { name: 'Add Provider' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Add provider' });
    await dialog.getByLabel('Name', { exact: true }).fill('Northfield ID');
    await dialog.getByLabel('Issuer').fill('https://id.northfield.example');
    await dialog.getByLabel('Client id').fill('lead-finder');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(admin, 'Provider saved');
    await admin.getByRole('link', { name: 'Provisioning by Northfield ID' }).click();
    await page();
    const address = await admin.getByLabel('Address, to enter at the provider').inputValue();
    expect(address).toBe(`${product.url}/scim/v2`);
    await admin.getByRole('button', { name: 'Create token' }).click();
    token = await admin.getByLabel('New token').inputValue();
    await admin.reload();
    await page();
    expect(await admin.getByText(token).count()).toBe(0);
    await sees(admin, 'Not used yet');
  });

  it('creates an account and a group, and the administrator sees who becomes what before it holds', async () => {
    const user = { userName: 'kim@northfield.example', displayName: 'Kim Fields', active: true };
    const created = await scim('POST', '/Users', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], ...user });
    expect(created.status).toBe(201);
    kim = created.id;
    const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Leaders' };
    expect((await scim('POST', '/Groups', { ...group, members: [{ value: kim }] })).status).toBe(201);
    await admin.reload();
    const table = admin.getByRole('region', { name: 'Role and team by group' });
    await table.getByLabel('Add a group').selectOption('Leaders');
    await table.getByLabel('Role of Leaders').selectOption('manager');
    await table.getByRole('button', { name: 'Show who becomes what' }).click();
    await sees(admin, '1 user gets another role or team.', 'User, no team', 'Manager, no team');
    await table.getByRole('button', { name: 'Save' }).click();
    await toast(admin, 'Roles and teams saved');
    await admin.goto('/users');
    await admin.getByRole('row').filter({ hasText: 'kim@northfield.example' }).filter({ hasText: 'Manager' }).waitFor();
  });

  it('chooses where the leads of leavers go, and deactivates the account', async () => {
    await admin.goto('/sign-in');
    await admin.getByRole('link', { name: 'Provisioning by Northfield ID' }).click();
    const panel = admin.getByRole('region', { name: 'Leads of leavers' });
    await panel.getByLabel('To one user').check();
    await panel.getByLabel('The user who gets the leads').selectOption({ index: 1 });
    await panel.getByRole('button', { name: 'Save' }).click();
    await toast(admin, 'Rule for leavers saved');
    const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
    expect((await scim('PATCH', `/Users/${kim}`, { schemas, Operations })).status).toBe(200);
    await admin.goto('/sign-in');
    await sees(admin, 'POST User: created the account kim', 'PATCH User: deactivated the account');
    await sees(admin, 'changed the role from user to manager');
  });

  it('sees no error on any page', () => {
    expect(product.problems).toEqual([]);
  });
});
