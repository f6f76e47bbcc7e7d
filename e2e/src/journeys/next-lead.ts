import type { SearchResponse, User } from '@lead-finder/contracts';
import { longRun } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { signedIn, type Api } from '../product/api.js';
import type { Visited } from '../product/visitor.js';

const password = 'Correct-Horse-9';
const leads = longRun ? 20 : 8;
/** The keys of every third lead, which gets a note, and of the others. */
const withNote = ['n', 'k', 'Escape', '3'];
const withoutNote = ['1'];

interface Assigned {
  id: number;
  uuid: string;
  name: string;
}

/** Adds a user with new leads, and returns them in the order of their assignment. */
async function addWorker(admin: Api): Promise<Assigned[]> {
  const account = { username: 'norma', password, email: 'norma@example.com', fullName: 'Norma New' };
  const { id: userId } = await admin.send<User>('POST', '/api/users', account);
  const search = { businessType: 'florist', location: 'Austin, TX', maxResults: 40, pageSize: 40 };
  const { businesses } = await admin.send<SearchResponse>('POST', '/api/search-businesses', search);
  const assigned: Assigned[] = [];
  for (const { id: businessId, name } of businesses.slice(0, leads + 3)) {
    const { userBusiness } = await admin.send<{ userBusiness: { id: number; uuid: string } }>(
      'POST',
      '/api/assign-business',
      { userId, businessId },
    );
    assigned.push({ ...userBusiness, name });
  }
  return assigned;
}

export const nextLead = (visited: () => Visited) =>
  describe('working leads one after another', () => {
    let product: Visited;
    let page: Page;

    /** Opens a page of its own and signs in. */
    async function openPage(username: string, secret: string): Promise<Page> {
      const opened = await product.page();
      await opened.goto('/auth');
      await opened.getByLabel('Username or email').fill(username);
      await opened.getByLabel('Password', { exact: true }).fill(secret);
      await opened.keyboard.press('Enter');
      await opened.getByRole('button', { name: 'Logout' }).waitFor();
      return opened;
    }

    beforeAll(async () => {
      product = visited();
      page = await openPage('sam', 'Demo1234');
    });
    afterAll(() => product.leave());

    it(`needs no mouse and at most ${withNote.length} keystrokes each, ${leads} times`, async () => {
      const admin = await signedIn(product.url, 'admin');
      const [hidden, archived, closed, ...others] = await addWorker(admin);
      await admin.send('POST', `/api/business-tag/${hidden!.id}`, { tag: 'Do not contact' });
      await admin.send('POST', `/api/business/${archived!.id}/archive`);
      await admin.send('PATCH', `/api/business-status/${closed!.id}`, { status: 'closed_won' });
      const newestFirst = others.toReversed();

      const page = await openPage('norma', password);
      await page.goto('/next-lead?from=list&status=new&status=in_progress&status=recontact');

      const readAhead: string[] = [];
      page.on('response', (response) => readAhead.push(response.url()));
      for (const [position, { uuid, name }] of newestFirst.entries()) {
        const heading = page.getByRole('heading', { level: 1, name, exact: true });
        await heading.waitFor();
        await page
          .getByRole('button', { name: /No answer/ })
          .and(page.locator(':enabled'))
          .waitFor();
        await page.waitForLoadState('networkidle');
        const keys = position % 3 === 0 ? withNote : withoutNote;
        for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
        const answered = page.waitForResponse((response) => response.url().includes(`lead-outcome-by-uuid/${uuid}`));
        const next = newestFirst[position + 1];
        if (next) expect(readAhead.join()).toContain(`business-profile-by-uuid/${next.uuid}`);
        await page.keyboard.press(keys.at(-1)!);
        expect((await answered).status()).toBe(200);
        await heading.waitFor({ state: 'detached' });
      }
      await page.context().close();

      const worked: unknown[] = [];
      for (const { id } of newestFirst) {
        const { userBusiness, contactActivities } = await admin.get<{
          userBusiness: { status: string };
          contactActivities: { description: string }[];
        }>(`/api/business-profile/${id}`);
        worked.push([userBusiness.status, ...contactActivities.map(({ description }) => description)]);
      }
      const [noted, unnoted] = [
        ['in_progress', 'Interested: k'],
        ['recontact', 'No answer'],
      ];
      const inThrees = Array.from({ length: leads / 2 }, () => [noted, unnoted, unnoted]).flat();
      expect(worked).toEqual(inThrees.slice(0, leads));
    });

    it('undoes the last one by one key, and shows it again', async () => {
      await page.goto('/next-lead?from=list&status=closed_won&status=closed_lost&status=recontact');
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      const name = await heading.textContent();
      await page.keyboard.press('5');
      await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor({ state: 'detached' });
      await page.keyboard.press('u');
      await page.getByText('Outcome undone').waitFor();
      await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
    });

    it('shows my day, and leads from there to the lead that its bar names', async () => {
      await page.goto('/my-day');
      await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
      await page
        .getByRole('region', { name: /Overdue|Due today/ })
        .first()
        .waitFor();
      await page.keyboard.press('j');
      const bar = page.getByRole('region', { name: 'Next lead' });
      await bar.getByText('Next lead · 2 of').waitFor();
      const name = await bar.locator('.fw-semibold').innerText();
      await page.getByRole('link', { name: 'Call and log' }).press('Enter');
      await page.getByRole('button', { name: /No answer/ }).waitFor();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      // The rest of the test starts at the heading.
      await page.goto('/next-lead');
      await page.getByRole('button', { name: /No answer/ }).waitFor();
    });

    it('skips none of them, however soon the next key comes', async () => {
      const heading = page.getByRole('heading', { level: 1 });
      for (let lead = 0; lead < 5; lead++) {
        await page
          .getByRole('button', { name: /No answer/ })
          .and(page.locator(':enabled'))
          .waitFor();
        const name = await heading.innerText();
        const answered = page.waitForResponse((response) => response.url().includes('/api/lead-outcome-by-uuid/'));
        await page.keyboard.press('1');
        const { missed } = (await (await answered).json()) as { missed: boolean };
        expect([name, missed]).toEqual([name, false]);
      }
    });
  });
