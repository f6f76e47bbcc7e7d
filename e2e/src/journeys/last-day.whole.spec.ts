import type { Page } from 'playwright-core';
import { sees, toast, visit, type Visited } from '../product/visitor.js';

const newPassword = 'Green-Tractor-4';
type Person = { id: number; username: string };
type Leave = { standIn: Person | null };

describe('the last day of a salesperson', () => {
  let product: Visited;
  let admin: Page;
  let sam: Page;
  let ids: Record<'maria' | 'sam' | 'alex' | 'nadia' | 'omar', number>;
  let before: Record<string, number>;

  const send = async <T>(method: 'get' | 'post', path: string, data?: object) => {
    const answer = await admin.request[method](path, { data });
    expect([path, answer.ok()]).toEqual([path, true]);
    return (await answer.json()) as T;
  };
  const leadsOf = async () => {
    const counts = await Promise.all(
      Object.values(ids).map((id) => send<{ leads: number }>('get', `/api/users/${id}/lead-count`)),
    );
    return Object.fromEntries(Object.keys(ids).map((name, at) => [name, counts[at]!.leads]));
  };
  const dialog = () => admin.getByRole('dialog', { name: 'Deactivate User' });

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
    for (const [username, fullName] of [
      ['nadia', 'Nadia Bauer'],
      ['omar', 'Omar Haddad'],
    ])
      await send('post', '/api/users', {
        username,
        fullName,
        email: `${username}@example.com`,
        role: 'user',
        password: newPassword,
      });
    const people = await send<Person[]>('get', '/api/admin/users');
    const idOf = (name: string) => people.find(({ username }) => username === name)!.id;
    ids = {
      maria: idOf('maria'),
      sam: idOf('sam'),
      alex: idOf('alex'),
      nadia: idOf('nadia'),
      omar: idOf('omar'),
    };
    const team = await send<{ id: number }>('post', '/api/teams', { name: 'Field', managerIds: [ids.maria] });
    await send('post', '/api/teams/people', { teamId: team.id, userIds: [ids.sam, ids.alex, ids.nadia, ids.omar] });
    const [from, to] = [0, 7].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    await send('post', '/api/leaves', { userId: ids.alex, from, to, standInId: ids.sam });
    sam = await product.page('sam');
    await sam.goto('/my-day');
    before = await leadsOf();
  });
  afterAll(() => product?.close(), 60_000);

  it('shows the administrator how many leads there are of each status, and moves none by itself', async () => {
    await admin.goto('/users');
    await admin.getByRole('button', { name: 'Deactivate User (prevent login): sam' }).click();
    await dialog()
      .getByText(/stay as they are unless you move them\.$/)
      .waitFor();
    await dialog()
      .getByText(/^\d+ New · /)
      .waitFor();
    expect(await leadsOf()).toEqual(before);
  });

  it('shares them evenly over those of the team who are not on leave, as one job', async () => {
    await dialog().getByText('Alexandra Lindqvist is on leave and gets none.').waitFor();
    await dialog().getByRole('button', { name: 'Share them evenly over the team (2 users)' }).click();
    await dialog()
      .getByText(`${before.sam} leads reassigned to 2 users. ‘Bulk Jobs’ on the list of leads takes this back.`)
      .waitFor();
    const after = await leadsOf();
    const shares = [after.nadia!, after.omar!].toSorted((one, other) => one - other);
    const half = before.sam! / 2;
    expect([after.sam, after.alex, ...shares]).toEqual([0, before.alex, Math.floor(half), Math.ceil(half)]);
    await dialog().getByText('There are no leads to move.').waitFor();
  });

  it('signs the leaver out by itself, and no leave names them as stand-in any more', async () => {
    await dialog().getByRole('button', { name: 'Deactivate', exact: true }).click();
    await toast(admin, 'Account deactivated');
    await sam.waitForURL('**/auth*');
    expect((await sam.request.get('/api/user')).status()).toBe(401);
    const leaves = await send<Leave[]>('get', `/api/leaves?userId=${ids.alex}`);
    expect(leaves.map(({ standIn }) => standIn)).toEqual([null]);
  });

  it('notifies those who got the leads', async () => {
    const nadia = await product.page();
    const answer = await nadia.request.post('/api/login', { data: { username: 'nadia', password: newPassword } });
    expect(answer.status()).toBe(200);
    await nadia.goto('/crm');
    await nadia
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click();
    await sees(nadia, 'Businesses reassigned to you');
  });

  it('is taken back as one job, also for the deactivated account', async () => {
    await admin.goto('/crm');
    await admin.getByRole('button', { name: 'Bulk Jobs' }).click();
    await admin.getByRole('region', { name: 'Bulk jobs' }).getByRole('button', { name: 'Undo' }).first().click();
    await admin
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click();
    await sees(admin, 'Bulk action undone');
    expect(await leadsOf()).toEqual(before);
    expect(product.problems).toEqual([]);
  });
});
