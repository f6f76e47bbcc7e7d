import type { Page } from 'playwright-core';
import { password, toast, visit, type Visited } from '../product/visitor.js';
import { mockError } from '../tour/page-actions.js';

/** An action, the call that fails, and the toast (docs/product/one-lead.md#texts-of-lead-actions). */
interface Failure {
  title: string;
  text?: string;
  call: string;
  /** A response that is not JSON (docs/product/accounts.md#texts-of-user-management). */
  body?: string;
  act: (page: Page) => Promise<unknown>;
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const confirm = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: title, exact: true }).click();
/** Opens a dialog by its button and confirms it. Both buttons have the same text. */
const sure = (words: string) => async (page: Page) => {
  await press(page, words);
  await confirm(page, words);
};
const edit = (field: string, type: string, value: string) => async (page: Page) => {
  await press(page, new RegExp(`^(Add|Edit) ${field}$`, 'i'));
  await page
    .getByLabel(new RegExp(`^${field}$`, 'i'))
    .and(page.locator(`input[type=${type}]`))
    .fill(value);
  await press(page, 'Save');
};
const detail = '**/api/business-custom-fields-by-uuid/*';

const onProfile: Failure[] = [
  {
    title: 'Status update failed',
    call: '**/api/business-status-by-uuid/*',
    // A status that the lead does not have.
    act: (page) =>
      page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'Closed (Won)' }).click(),
  },
  {
    title: 'Notes update failed',
    call: '**/api/business-notes-by-uuid/*',
    act: async (page) => {
      await page.getByRole('tab', { name: /^Notes/ }).click();
      await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Calls back in March.');
      await press(page, 'Save Notes');
    },
  },
  {
    title: 'Failed to add activity',
    call: '**/api/contact-activity-by-uuid/*',
    act: async (page) => {
      await page.getByLabel('Activity notes').fill('Spoke about spring.');
      await press(page, 'Add Activity');
    },
  },
  {
    title: 'Failed to delete activity',
    call: '**/api/contact-activity/*',
    act: async (page) => {
      await press(page, 'Delete activity');
      await confirm(page, 'Delete Activity');
    },
  },
  {
    title: 'Failed to add tag',
    call: '**/api/business-tag-by-uuid/*',
    act: async (page) => {
      await page.getByLabel('New tag').fill('Spring');
      await press(page, 'Add');
    },
  },
  {
    title: 'Failed to remove tag',
    call: '**/api/business-tag-by-uuid/*/*',
    act: async (page) => {
      await press(page, 'Remove tag Fair');
      await confirm(page, 'Remove Tag');
    },
  },
  { title: 'Email update failed', call: detail, act: edit('email', 'email', 'hello@example.com') },
  { title: 'Contact person update failed', call: detail, act: edit('contact person', 'text', 'Pat Doe') },
  { title: 'Phone number update failed', call: detail, act: edit('phone', 'tel', '(512) 555-0142') },
  { title: 'Website update failed', call: detail, act: edit('website', 'url', 'https://fine.example') },
  {
    title: 'Reassignment failed',
    call: '**/api/reassign-business-by-uuid/*',
    act: async (page) => {
      await press(page, 'Reassign Business');
      const dialog = page.getByRole('dialog', { name: 'Reassign Business' });
      await dialog.getByLabel('Select User').selectOption({ label: 'maria (manager)' });
      await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    },
  },
  { title: 'Archive failed', call: '**/api/business-by-uuid/*/archive', act: sure('Archive Business') },
  {
    title: 'Operation failed',
    call: '**/api/business-by-uuid/*/mark-existing-customer',
    act: sure('Mark as Existing Customer'),
  },
  { title: 'Deletion failed', call: '**/api/business-by-uuid/*/delete', act: sure('Permanently Delete') },
  { title: 'Logout failed', call: '**/api/logout', act: (page) => press(page, 'Logout') },
];

const onTable = (title: string, call: string, action: string, then?: (page: Page) => Promise<unknown>): Failure => ({
  title,
  call: `**/api/bulk/${call}`,
  act: async (page) => {
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await press(page, 'Bulk Actions (1)');
    await page.locator('.dropdown-menu.show').getByText(action, { exact: true }).click();
    await then?.(page);
  },
});
const inList: Failure[] = [
  onTable('Failed to update status', 'update-status', 'Recontact'),
  onTable('Failed to archive businesses', 'archive', 'Archive'),
  onTable('Failed to restore businesses', 'restore', 'Restore'),
  onTable('Failed to delete businesses', 'delete', 'Delete Selected', (page) =>
    page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete', exact: true }).click(),
  ),
  onTable('Failed to reassign businesses', 'reassign', 'Reassign', async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Reassign Businesses' });
    await dialog.getByLabel('Select User').selectOption({ label: 'Maria Castellanos' });
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  }),
];

const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: `${username}@` });
const inDialog = (page: Page) => page.getByRole('dialog');
const onAccount = (text: string, call: string, act: Failure['act'], body?: string): Failure => ({
  title: 'Error',
  text,
  call,
  act,
  ...(body && { body }),
});
const create = async (page: Page) => {
  await press(page, 'Add User');
  const fields = {
    Username: 'rosa',
    Email: 'rosa@example.com',
    Password: 'Green-Tractor-4',
    'Full Name': 'Rosa Marchetti',
  };
  for (const [label, value] of Object.entries(fields))
    await inDialog(page).getByLabel(label, { exact: true }).fill(value);
  await inDialog(page).getByRole('button', { name: 'Create User' }).click();
};
const update = async (page: Page) => {
  await rowOf(page, 'maria').getByTitle('Edit User').click();
  await inDialog(page).getByRole('button', { name: 'Save' }).click();
};
const reset = async (page: Page) => {
  await rowOf(page, 'maria').getByTitle('Reset Password').click();
  await inDialog(page).getByLabel('New password').fill('Purple-Lantern-7');
  await inDialog(page).getByRole('button', { name: 'Reset Password' }).click();
};
const deactivate = (page: Page) => rowOf(page, 'maria').getByTitle('Deactivate User (prevent login)').click();
const unlock = (page: Page) => rowOf(page, 'alex').getByTitle('Unlock Account').click();
const remove = async (page: Page) => {
  await rowOf(page, 'maria').getByTitle('Delete User').click();
  await inDialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
};
const notJson = '<html>Welcome</html>';
const invalid = (text: string, call: string, act: Failure['act']) =>
  onAccount(`${text}: Invalid server response`, call, act, notJson);
const onAccounts: Failure[] = [
  onAccount('Failed to create user', '**/api/users', create),
  onAccount('Failed to update user', '**/api/users/*', update),
  onAccount('Failed to reset password', '**/api/users/*/reset-password', reset),
  onAccount('Failed to change account status', '**/api/users/*/set-active-status', deactivate),
  onAccount('Failed to unlock account', '**/api/users/*/unlock', unlock),
  onAccount('Failed to delete user', '**/api/users/*', remove),
  invalid('Failed to create user', '**/api/users', create),
  invalid('Failed to update user', '**/api/users/*', update),
  invalid('Failed to reset password', '**/api/users/*/reset-password', reset),
  invalid('Failed to change account status', '**/api/users/*/set-active-status', deactivate),
  invalid('Failed to unlock account', '**/api/users/*/unlock', unlock),
];

describe('a failed action', () => {
  let product: Visited;
  let admin: Page;
  let lead: string;
  let archived: string;

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
    const list = await admin.request.get(
      '/api/my-businesses?page=1&pageSize=100&status=in_progress&status=recontact&imported=false',
    );
    const records = (await list.json()) as { userBusiness: { id: number; uuid: string } }[];
    const { id, uuid } = records[0]!.userBusiness;
    await admin.request.post(`/api/business-tag/${id}`, { data: { tag: 'Fair' } });
    await admin.request.post(`/api/contact-activity/${id}`, { data: { type: 'call', notes: 'Left a message.' } });
    lead = `/business/uuid/${uuid}`;
    const archive = await admin.request.get('/api/my-businesses?page=1&pageSize=1&archived=true');
    archived = `/business/uuid/${((await archive.json()) as typeof records)[0]!.userBusiness.uuid}`;
    const wrong = { username: 'alex', password: 'Wrong1234' };
    for (let n = 0; n < 6; n++) await admin.request.post('/api/login', { data: wrong });
  });
  afterAll(() => product?.close(), 60_000);

  const fails = async (address: string, { title, text, call, body, act }: Failure) => {
    await admin.goto(address);
    await admin.getByRole('heading', { level: 1 }).waitFor();
    await admin.route(call, (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      return route.fulfill(body ? { status: 200, contentType: 'text/html', body } : { status: 500, json: {} });
    });
    await act(admin);
    await toast(admin, title, text);
    await admin.unroute(call);
    await admin.evaluate('localStorage.clear()');
  };

  it.each(onProfile.map((failure) => [failure.title, failure] as const))('on a profile says: %s', (_, failure) =>
    fails(lead, failure),
  );
  it('on the profile of an archived lead says: Restore failed', () =>
    fails(archived, {
      title: 'Restore failed',
      call: '**/api/business-by-uuid/*/restore',
      act: (page) => press(page, 'Restore from Archive'),
    }));
  it.each(inList.map((failure) => [failure.title, failure] as const))('in the list says: %s', (_, failure) =>
    fails('/crm?view=table', failure),
  );
  it.each(onAccounts.map((failure) => [failure.text, failure] as const))('among the accounts says: %s', (_, failure) =>
    fails('/users', failure),
  );

  it('at the door says: Registration failed', async () => {
    const page = await product.page();
    await page.route('**/api/setup', (route) =>
      route.fulfill({ json: { registrationOpen: true, setupTokenRequired: false } }),
    );
    await mockError(page, '**/api/register', {});
    await page.goto('/auth');
    const fields = { 'Full Name': 'Rosa Marchetti', Username: 'rosa', Email: 'rosa@example.com', Password: password };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: /create/i }).click();
    await toast(page, 'Registration failed');
    await page.context().close();
  });

  it('left no error in the page', () => expect(product.problems).toEqual([]));
});
