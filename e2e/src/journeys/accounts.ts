import type { BrowserContextOptions, Page } from 'playwright-core';
import { password, sees, toast, type Visited } from '../product/visitor.js';

export const accounts = (visited: () => Visited) =>
  describe('accounts', () => {
    let product: Visited;
    let admin: Page;
    beforeAll(async () => {
      product = visited();
      admin = await product.page('admin');
    });
    afterAll(() => product.leave());

    describe('access of accounts', () => {
      const signIn = async (page: Page, typed: string) => {
        await page.getByLabel('Username or email').fill('alex');
        await page.getByLabel('Password').fill(typed);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      const rowOf = (username: string) => admin.getByRole('row').filter({ hasText: `${username}@` });

      /** A browser starts from nothing in each new context, so those who only look have one each. */
      const looking = new Map<string, Page>();
      const pageOf = async (username: string) => {
        if (!looking.has(username)) looking.set(username, await product.page(username));
        return looking.get(username)!;
      };
      afterAll(() => Promise.all([...looking.values()].map((page) => page.context().close())));

      it.each([
        ['sam', '/users', '/'],
        ['maria', '/users', '/'],
        ['sam', '/progress', '/crm'],
        ['maria', '/progress', '/progress'],
        ['sam', '/auth', '/'],
        ['admin', '/auth', '/'],
      ])('leads %s from %s to %s', async (username, from, to) => {
        const page = await pageOf(username);
        await page.goto(from);
        await page.waitForURL((url) => url.pathname === to);
        await page.getByRole('button', { name: 'Logout' }).waitFor();
      });

      it.each(['sam', 'maria'])(
        'shows %s that imports and the audit trail are for administrators',
        async (username) => {
          const page = await pageOf(username);
          for (const address of ['/import', '/audit']) {
            await page.goto(address);
            await page.getByRole('heading', { name: 'Admin Access Required' }).waitFor();
            await sees(page, 'You need administrator privileges to access this page.');
          }
          await page.getByRole('link', { name: 'Return to Home' }).click();
          await page.waitForURL((url) => url.pathname === '/');
        },
      );

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
    });

    describe('the sessions of a user', () => {
      const first = 'Green-Tractor-7';
      beforeAll(async () => {
        for (const username of ['uma', 'lou']) {
          const account = {
            username,
            password: first,
            email: `${username}@example.com`,
            fullName: `${username} Example`,
          };
          expect((await admin.request.post('/api/users', { data: account })).status()).toBe(201);
        }
      });

      const pageOf = async (username: string, options?: BrowserContextOptions) => {
        const page = await product.page(undefined, options);
        expect((await page.request.post('/api/login', { data: { username, password: first } })).status()).toBe(200);
        return page;
      };
      const home = async (page: Page) => {
        await page.goto('/crm');
        await page.getByRole('heading', { name: 'My Assigned Businesses' }).waitFor();
      };
      /** Uses the keyboard only. */
      const fromMenu = async (page: Page, item: string) => {
        await page.getByRole('button', { name: /, your menu$/ }).press('Enter');
        await page.locator('.dropdown-menu.show').getByText(item, { exact: true }).press('Enter');
        return page.getByRole('dialog', { name: item });
      };
      const isStillSignedIn = async (page: Page) => {
        await page.getByRole('link', { name: 'My day' }).first().click();
        await page.getByRole('heading', { name: 'My day' }).waitFor();
      };
      const streamOf = (page: Page) =>
        page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events' && answer.status() === 200);

      it('goes on here after a change of password, with its live updates, and nowhere else', async () => {
        const page = await pageOf('uma');
        const elsewhere = await pageOf('uma');
        await home(elsewhere);
        const begun = streamOf(page);
        await home(page);
        await begun;
        const tab = await page.context().newPage();
        await home(tab);
        const former = (await page.context().cookies()).find(({ name }) => name === 'session')?.value;
        const dialog = await fromMenu(page, 'Change password');
        await dialog.getByLabel('Current password').fill(first);
        await dialog.getByLabel('New password').fill('Violet-Harbor-77-Kite');
        await dialog.getByLabel('Confirm password').fill('Violet-Harbor-77-Kite');
        const goesOn = streamOf(page);
        await page.keyboard.press('Enter');
        await toast(page, 'Password changed');
        await elsewhere.waitForURL('**/auth');
        await goesOn;
        expect((await page.context().cookies()).find(({ name }) => name === 'session')?.value).not.toBe(former);
        const withFormer = await fetch(`${product.url}/api/user`, { headers: { cookie: `session=${former}` } });
        expect(withFormer.status).toBe(401);
        for (const each of [page, tab]) await isStillSignedIn(each);
        await page.context().close();
        await elsewhere.context().close();
      });

      it('is ended from another one, by the keyboard', async () => {
        const page = await pageOf('lou');
        const elsewhere = await pageOf('lou', {
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        });
        await home(page);
        await home(elsewhere);
        const dialog = await fromMenu(page, 'Where you are signed in');
        await dialog.getByRole('button', { name: /^Sign out: Firefox on Linux, / }).press('Enter');
        await toast(page, 'Signed out', 'The session is signed out.');
        await elsewhere.waitForURL('**/auth');
        await dialog.getByText('You are signed in nowhere else.').waitFor();
        await dialog.getByRole('list').and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Tab');
        await dialog
          .getByRole('button', { name: /^Sign out: / })
          .and(page.locator(':focus'))
          .waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await isStillSignedIn(page);
        await page.context().close();
        await elsewhere.context().close();
      });

      it('is seen and ended by an administrator', async () => {
        const page = await pageOf('lou');
        await home(page);
        await admin.goto('/users');
        await admin.getByRole('button', { name: 'Sessions: lou' }).press('Enter');
        const dialog = admin.getByRole('dialog', { name: 'Sessions' });
        await dialog.getByRole('listitem').first().waitFor();
        // A click waits for the end of the dialog's movement, which takes the focus from a button.
        await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
        await toast(admin, 'Signed out');
        await page.waitForURL('**/auth');
        await dialog.getByText('Signed in nowhere').waitFor();
        await page.context().close();
      });
    });
  });
