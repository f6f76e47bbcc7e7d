import type { Page } from 'playwright-core';
import { sees, visit, type Visited } from '../product/visitor.js';

type Person = { id: number; username: string };
type Team = { id: number };

describe('a branch that moves while the pages of its managers are open', () => {
  let product: Visited;
  let admin: Page;
  let branch: Team;
  let tops: Team[];
  let list: Page;
  let profile: Page;
  let progress: Page;
  let gaining: Page;
  let gainingProgress: Page;

  const post = async <T>(path: string, data: object) => {
    const answer = await admin.request.post(path, { data });
    expect([path, answer.ok()]).toEqual([path, true]);
    return (await answer.json()) as T;
  };
  const move = async (to: Team) => {
    const answer = await admin.request.put(`/api/teams/${branch.id}`, { data: { name: 'Arkansas', parentId: to.id } });
    expect(answer.status()).toBe(200);
  };
  const leadsOfSam = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Assigned to Sam Okafor' });
  const cardOfSam = (page: Page) => page.getByText('Sam Okafor', { exact: true }).filter({ visible: true }).first();

  beforeAll(async () => {
    product = await visit();
    admin = await product.page('admin');
    const heir = { username: 'nadia', fullName: 'Nadia Bauer', email: 'nadia@example.com', role: 'manager' };
    const { id: nadia } = await post<Person>('/api/users', { ...heir, password: 'Green-Tractor-4' });
    const people = (await (await admin.request.get('/api/admin/users')).json()) as Person[];
    const idOf = (name: string) => people.find(({ username }) => username === name)!.id;
    tops = [
      await post<Team>('/api/teams', { name: 'South', managerIds: [idOf('maria')] }),
      await post<Team>('/api/teams', { name: 'North', managerIds: [nadia] }),
    ];
    branch = await post<Team>('/api/teams', { name: 'Arkansas', parentId: tops[0]!.id });
    await post('/api/teams/people', { teamId: branch.id, userIds: [idOf('sam')] });
    [list, profile, progress] = [await product.page('maria'), await product.page('maria'), await product.page('maria')];
    [gaining, gainingProgress] = [await product.page(), await product.page()];
    for (const page of [gaining, gainingProgress]) {
      const data = { username: 'nadia', password: 'Green-Tractor-4' };
      expect((await page.request.post('/api/login', { data })).status()).toBe(200);
    }
  });
  afterAll(() => product?.close(), 60_000);

  it('is in sight of its manager alone', async () => {
    await list.goto('/crm');
    await leadsOfSam(list).first().waitFor();
    await profile.goto('/crm');
    await leadsOfSam(profile).first().getByRole('button', { name: 'View Profile' }).click();
    await profile.getByText(/^This lead is assigned to/).waitFor();
    await progress.goto('/progress');
    await cardOfSam(progress).waitFor();
    await gaining.goto('/crm');
    await gaining.getByRole('heading', { name: 'Businesses of My Team' }).waitFor();
    expect(await leadsOfSam(gaining).count()).toBe(0);
    await gainingProgress.goto('/progress');
  });

  it('leaves the pages of the former manager and comes to those of the new one, without a reload', async () => {
    await move(tops[1]!);
    await Promise.all([
      leadsOfSam(list).first().waitFor({ state: 'detached' }),
      sees(profile, 'Customer Assigned to Another User'),
      cardOfSam(progress).waitFor({ state: 'hidden' }),
      leadsOfSam(gaining).first().waitFor(),
      cardOfSam(gainingProgress).waitFor(),
    ]);
  });

  it('comes back the same way', async () => {
    await move(tops[0]!);
    await Promise.all([
      leadsOfSam(list).first().waitFor(),
      profile.getByText(/^This lead is assigned to/).waitFor(),
      cardOfSam(progress).waitFor(),
      leadsOfSam(gaining).first().waitFor({ state: 'detached' }),
      cardOfSam(gainingProgress).waitFor({ state: 'hidden' }),
    ]);
    expect(product.problems).toEqual([]);
  });
});
